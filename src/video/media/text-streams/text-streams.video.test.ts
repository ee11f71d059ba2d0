import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { boldFont, scriptIn } from '#tests/support/media/fonts.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { ATTACHED_FONTS_MAX, TEXT_STREAMS_MAX } from './text-stream.ts'
import { takeOutTexts } from './text-streams.server.ts'

const run = promisify(execFile)
let dir: string
let clip: string
let count = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-texts-'))
  clip = await makeClip(dir, { container: 'mkv' })
  await writeFile(join(dir, 'a.srt'), await linesFile(['One', 'Two'], 'srt').text())
  await writeFile(join(dir, 'a.vtt'), await linesFile(['One', 'Two'], 'vtt').text())
  await writeFile(join(dir, 'a.ass'), scriptIn('Dela Gothic One'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function mux(container: string, texts: string[], ...args: string[]): Promise<string> {
  const path = join(dir, `muxed-${count++}.${container}`)
  const inputs = texts.flatMap((name) => ['-i', join(dir, name)])
  const maps = ['-map', '0', ...texts.flatMap((_, at) => ['-map', String(at + 1)])]
  await run('ffmpeg', ['-v', 'error', '-y', '-i', clip, ...inputs, ...maps, '-c', 'copy', ...args, path])
  return path
}

async function takeOut(source: string, limits = { textBytes: 10_000_000, fontBytes: 10_000_000 }) {
  const out = join(dir, `out-${count++}`)
  await mkdir(out)
  const found = await takeOutTexts({
    source,
    dir: out,
    limits,
    durationSeconds: 2,
    signal: new AbortController().signal,
  })
  return { ...found, written: (await readdir(out)).sort() }
}

describe('the texts of a file', () => {
  test('are taken out as they are, with what the file says of them', async () => {
    const source = await mux(
      ...(['mkv', ['a.srt', 'a.ass', 'a.vtt']] as const satisfies [string, string[]]),
      ...['-metadata:s:s:0', 'language=jpn', '-metadata:s:s:1', 'title=Signs & Songs', '-disposition:s:1', 'forced'],
      ...['-disposition:s:2', 'hearing_impaired'],
    )
    const { texts } = await takeOut(source)
    expect(texts).toMatchObject([
      { language: 'jpn', title: '', isForced: false, isForHearingImpaired: false },
      { language: '', title: 'Signs & Songs', isForced: true, isForHearingImpaired: false },
      { isForced: false, isForHearingImpaired: true },
    ])
    const [srt, ass, vtt] = await Promise.all(texts.map(({ path }) => readFile(path, 'utf8')))
    expect(srt).toContain('00:00:01,000 --> 00:00:02,000\nOne')
    expect(ass).toContain('Style: Default,Dela Gothic One,120')
    expect(vtt).toMatch(/^WEBVTT\n/)
  })

  test('of an MP4 are converted to SubRip', async () => {
    const source = await mux('mp4', ['a.srt'], '-c:s', 'mov_text', '-metadata:s:s:0', 'language=fre')
    const { texts } = await takeOut(source)
    expect(texts).toMatchObject([{ language: 'fre' }])
    expect(await readFile(texts[0]!.path, 'utf8')).toContain('Two')
  })

  test('are none in a film without any, and in what is no film', async () => {
    expect(await takeOut(clip)).toEqual({ texts: [], fonts: [], written: [] })
    expect(await takeOut(join(dir, 'a.srt'))).toEqual({ texts: [], fonts: [], written: [] })
  })

  test('are at most sixteen, however many there are', async () => {
    const source = await mux(
      'mkv',
      Array.from({ length: 120 }, () => 'a.srt'),
    )
    expect((await takeOut(source)).texts).toHaveLength(TEXT_STREAMS_MAX)
  })

  test('end at the limit, and those beside a huge one are complete', async () => {
    const huge = Array.from({ length: 3000 }, (_, at) => `${'x'.repeat(900)} ${at}`)
    await writeFile(join(dir, 'huge.srt'), await linesFile(huge, 'srt').text())
    const source = await mux('mkv', ['huge.srt', 'a.srt'])
    const { texts } = await takeOut(source, { textBytes: 100_000, fontBytes: 10 })
    const sizes = await Promise.all(texts.map(async ({ path }) => (await readFile(path)).length))
    expect(sizes[0]).toBeGreaterThan(100_000)
    expect(sizes[0]).toBeLessThan(102_000)
    expect(await readFile(texts[1]!.path, 'utf8')).toContain('Two')
  })

  test('that begin before a cut-off end are taken out of what is there', async () => {
    const bytes = await readFile(await mux('mkv', ['a.srt']))
    const source = join(dir, 'cut.mkv')
    await writeFile(source, bytes.subarray(0, Math.floor(bytes.length * 0.9)))
    expect((await takeOut(source)).texts.length).toBeLessThanOrEqual(1)
  })
})

describe('attached fonts', () => {
  const attach = (name: string, type = 'font/ttf', at = 0) => [
    ...['-attach', boldFont, `-metadata:s:t:${at}`, `mimetype=${type}`, `-metadata:s:t:${at}`, `filename=${name}`],
  ]

  test('get names of ours, whatever they are called', async () => {
    const source = await mux('mkv', ['a.ass'], ...attach('../../x.ttf'))
    const { fonts, written } = await takeOut(source)
    expect(written).toEqual(['font-3', 'text-2'])
    expect(await readFile(fonts[0]!)).toEqual(await readFile(boldFont))
  })

  test('are left out without a script that names fonts, over the limit, and where they are none', async () => {
    expect((await takeOut(await mux('mkv', ['a.srt'], ...attach('a.ttf')))).fonts).toEqual([])
    const script = await mux('mkv', ['a.ass'], ...attach('a.ttf'), ...attach('cover.png', 'image/png', 1))
    expect((await takeOut(script, { textBytes: 1000, fontBytes: 100 })).fonts).toEqual([])
    expect((await takeOut(script)).fonts).toHaveLength(1)
  })

  test('are read up to a limit', async () => {
    const all = Array.from({ length: ATTACHED_FONTS_MAX + 5 }, (_, at) => attach(`${at}.ttf`, 'font/ttf', at)).flat()
    expect((await takeOut(await mux('mkv', ['a.ass'], ...all))).fonts).toHaveLength(ATTACHED_FONTS_MAX)
  })
})
