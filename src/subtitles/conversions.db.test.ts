import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { CONVERSIONS_PER_NETWORK, createConversions } from './conversions.server.ts'
import { createTextReader, type TextReader } from './reader/text-reader.server.ts'

let room: TestCatalog
let creator: Account
let episode: Episode

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator()
  episode = await room.publish(creator)
})
afterEach(() => room.close())

async function addScript(): Promise<{ id: string; number: number }> {
  const input = { file: linesFile(['Vega', 'Altair'], 'ass'), language: 'en', kind: 'subtitles' }
  const { id, version } = await room.subtitles.addSubtitle(creator, episode.id, input)
  return { id, number: version }
}

/** Reads as the product does, and counts how often. */
function countReading(): { reader: TextReader; count: () => number } {
  const reader = createTextReader()
  let count = 0
  const work: TextReader['work'] = (...call) => {
    count += 1
    return reader.work(...call)
  }
  return { reader: { work }, count: () => count }
}

const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nVega\n\n00:00:02.000 --> 00:00:03.000\nAltair\n'

test('a text is converted once for everybody who asks for it', async () => {
  const text = await addScript()
  const { reader, count } = countReading()
  const conversions = createConversions({ ...room, reader })
  const asked = ['192.0.2.1', '192.0.2.2', '192.0.2.1'].map((from) => conversions.convert(text, 'vtt', from))
  expect(await Promise.all(asked)).toEqual([vtt, vtt, vtt])
  expect(await conversions.convert(text, 'vtt', '192.0.2.9')).toBe(vtt)
  expect(await conversions.plainText(text, null)).toBe(vtt)
  expect(count()).toBe(1)
  expect(await conversions.convert(text, 'srt', null)).toContain('00:00:01,000 --> 00:00:02,000\nVega')
  expect(await conversions.convert({ ...text, number: 2 }, 'vtt', null)).toBeNull()
  expect(count()).toBe(2)
})

test('new conversions are limited per network, those that are kept are not', async () => {
  const [text, other] = [await addScript(), await addScript()]
  await room.subtitles.subtitleText(text.id, creator, 'vtt', undefined, '2001:db8::1')
  await sql`update rate_limits set used = ${CONVERSIONS_PER_NETWORK.count} where key like 'conversions:%'`.execute(
    room.db,
  )
  const ask = ({ id }: { id: string }, format: 'vtt' | 'ass', from: string | null) =>
    room.subtitles.subtitleText(id, creator, format, undefined, from)
  await expect(ask(other, 'vtt', '2001:db8::2')).rejects.toEqual(
    expect.objectContaining({
      code: 'subtitles.conversions_too_many',
      details: { retryAfterSeconds: expect.any(Number) },
    }),
  )
  expect(await ask(text, 'vtt', '2001:db8::2')).toEqual({ format: 'vtt', text: vtt })
  expect(await ask(other, 'ass', '2001:db8::2')).toMatchObject({ format: 'ass' })
  expect(await ask(other, 'vtt', '192.0.2.1')).toEqual({ format: 'vtt', text: vtt })
  expect(await ask(other, 'vtt', null)).toEqual({ format: 'vtt', text: vtt })
})
