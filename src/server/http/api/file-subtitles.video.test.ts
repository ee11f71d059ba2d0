import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '#tests/crash/tus.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { boldFont, scriptIn } from '#tests/support/media/fonts.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const run = promisify(execFile)
let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site?.close())

/** Makes a video with English subtitles and, except in an MP4, signs in a font that is attached. */
async function makeFilm(container: 'mkv' | 'mp4'): Promise<string> {
  const [srt, ass, film] = ['a.srt', 'b.ass', `film.${container}`].map((name) => join(site.dataDir, name))
  await writeFile(srt!, await linesFile(['One', 'Two'], 'srt').text())
  await writeFile(ass!, scriptIn('Dela Gothic One', 'Vega', 1))
  const clip = await makeClip(site.dataDir, { seconds: 1, width: 160, height: 90, container: 'mkv' })
  const signs = [
    '-map',
    '2',
    '-attach',
    boldFont,
    '-metadata:s:t',
    'mimetype=font/ttf',
    '-metadata:s:t',
    'filename=/etc/a.ttf',
  ]
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-i', clip, '-i', srt!, '-i', ass!, '-map', '0', '-map', '1'],
    ...(container === 'mkv' ? ['-c', 'copy', ...signs] : ['-c', 'copy', '-c:s', 'mov_text']),
    ...['-metadata:s:s:0', 'language=eng', film!],
  ])
  return film!
}

test.each([
  ['mkv', ['en English', 'und Unknown language'], [0, 1]],
  ['mp4', ['en English'], [0]],
] as const)('the texts of an uploaded %s are drafts of its creator', async (container, texts, fonts) => {
  const videoId = await upload(creator, await makeFilm(container))
  const fields = { title: 'Stars', genre: 'Drama', nsfw: false, videoId }
  const { id } = (await (await creator.call('POST', '/api/v1/episodes', fields)).json()) as { id: string }
  const path = `/api/v1/episodes/${id}/subtitles`
  const listed = async () => {
    const { subtitles } = (await (await creator.call('GET', path)).json()) as {
      subtitles: { language: string; label: string; state: string; fromFile: boolean; fonts: object[] }[]
    }
    return subtitles
  }
  await expect.poll(async () => (await listed()).map(({ language, label }) => `${language} ${label}`)).toEqual(texts)
  expect((await listed()).map((text) => text.fonts.length)).toEqual(fonts)
  expect((await listed()).every(({ state, fromFile }) => state === 'draft' && fromFile)).toBe(true)
  expect(await (await createStranger(site.url).call('GET', path)).json()).toEqual({ subtitles: [] })
})
