import { describe, expect, test } from 'vitest'
import { CUES_MAX } from '../subtitle.ts'
import { writeSubtitles } from '../text/write-subtitles.ts'
import { createTextReader } from './text-reader.server.ts'
import { textWork } from './text-work.ts'

const cues = (count: number) => Array.from({ length: count }, (_, at) => ({ from: at, to: at + 1, text: `Line ${at}` }))
const vtt = (count: number) => ({ format: 'vtt' as const, text: writeSubtitles('vtt', cues(count)) })
const refused = (code: string) => expect.objectContaining({ code })

describe('a large text', () => {
  test('is read, converted and compared in a thread as it would be here', async () => {
    const reader = createTextReader({ readAtOnceMax: 0 })
    const [before, now] = [vtt(2), vtt(3)]
    const bytes = new TextEncoder().encode(now.text)
    expect(await reader.work('mio', 'read', bytes)).toEqual(textWork.read(bytes))
    expect(await reader.work(null, 'convert', now, 'srt')).toBe(textWork.convert(now, 'srt'))
    expect(await reader.work('mio', 'lines', now, 2)).toMatchObject({ lines: cues(2), count: 3 })
    expect(await reader.work('mio', 'compare', before, now, 0)).toEqual({ changes: [], added: 1, removed: 0 })
    expect(await reader.work('mio', 'compare', undefined, now, 1)).toMatchObject({ changes: [{ was: null }], added: 3 })
    expect(await reader.work(null, 'fonts', '[V4+ Styles]\nFormat: Name, Fontname\nStyle: A,Vega')).toEqual(
      new Set(['vega']),
    )
    expect(await reader.work('mio', 'read', Uint8Array.of(0x80, 0xff))).toEqual({ ok: false, why: 'encoding_unknown' })
  })

  test.each([
    ['time', { memoryMb: 512, deadlineMs: 1 }],
    ['memory', { memoryMb: 8, deadlineMs: 600_000 }],
  ])('is refused when it takes too much %s', async (_limit, limits) => {
    const reader = createTextReader({ limits })
    const many = { format: 'vtt' as const, text: writeSubtitles('vtt', cues(CUES_MAX)) }
    await expect(reader.work('mio', 'lines', many, CUES_MAX)).rejects.toEqual(refused('subtitles.too_much_work'))
  })

  test('waits for its turn, and one person has few', async () => {
    const reader = createTextReader({ readAtOnceMax: 0 })
    const ask = (who: string) => reader.work(who, 'lines', vtt(1), 1)
    const asked = Array.from({ length: 4 }, () => ask('mio'))
    await expect(ask('mio')).rejects.toEqual(refused('subtitles.reading_busy'))
    expect(await Promise.all([...asked, ask('hana')])).toHaveLength(5)
    expect(await ask('mio')).toMatchObject({ count: 1 })
  })
})

test('a small text is read at once', async () => {
  // A thread would reach its limit.
  const reader = createTextReader({ limits: { memoryMb: 1, deadlineMs: 1 } })
  expect(await reader.work('mio', 'lines', vtt(100), 1)).toMatchObject({ lines: cues(1), count: 100 })
})
