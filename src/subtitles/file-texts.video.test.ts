import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { boldFont, japaneseFont, scriptIn } from '#tests/support/media/fonts.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { originalKey } from '#video/stored-objects.ts'

const run = promisify(execFile)
let dir: string
let film: string
let room: TestCatalog
let creator: Account
let episode: Episode

/** Makes a video with English subtitles, Japanese signs in their own font, and that font beside an unused one. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-file-texts-'))
  film = join(dir, 'film.mkv')
  await writeFile(join(dir, 'a.srt'), await linesFile(['One', 'Two'], 'srt').text())
  await writeFile(join(dir, 'b.ass'), scriptIn('Dela Gothic One', 'ベガ'))
  const clip = await makeClip(dir, { container: 'mkv' })
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-i', clip, '-i', join(dir, 'a.srt'), '-i', join(dir, 'b.ass')],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '1', '-map', '1', '-c', 'copy'],
    ...['-attach', boldFont, '-attach', japaneseFont, '-metadata:s:t', 'mimetype=font/ttf'],
    ...['-metadata:s:t:0', 'filename=../../a.ttf', '-metadata:s:t:1', 'filename=b.ttf'],
    ...['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'title=Signs', '-metadata:s:s:2', 'language=eng'],
    ...['-metadata:s:s:3', 'language=ger', '-disposition:s:3', 'hearing_impaired', film],
  ])
})
afterAll(() => rm(dir, { recursive: true, force: true }))

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator({ username: 'Mio Arakawa' })
  episode = await room.publish(creator, {})
  await storeFilm(episode.videoId)
})
afterEach(() => room.close())

/** Copied: the storage takes a file over. */
async function storeFilm(uid: string): Promise<void> {
  const copy = join(dir, uid)
  await run('cp', [film, copy])
  await room.storage.putFile(originalKey(uid), copy)
}
const becomePlayable = (uid: string) => transact(room.db, (trx) => room.subtitles.videoPlayable(trx, uid))
const texts = async (who: Account | null = creator) => room.subtitles.subtitlesOn(episode.id, who)
const named = async () => (await texts()).map(({ language, kind, label }) => `${language} ${kind} ${label}`)
const all = ['en subtitles English', 'ja signs Signs', 'en subtitles English (2)', 'de captions German']

test('the texts in the file of an episode become drafts of its creator, once', async () => {
  await becomePlayable(episode.videoId)
  await becomePlayable(episode.videoId)
  await room.work()
  expect(await named()).toEqual(all)
  expect((await texts())[0]).toMatchObject({ state: 'draft', isFromFile: true, cues: 2, approvedVersion: null })
  expect(await texts(null)).toEqual([])
  await room.subtitles.removeSubtitle(creator, (await texts())[0]!.id)
  await becomePlayable(episode.videoId)
  await room.work()
  expect(await named()).toEqual(all.slice(1))
})

test('attached fonts that a script names wait for the creator to say that they may be shared', async () => {
  await becomePlayable(episode.videoId)
  await room.work()
  const [english, signs] = await texts()
  expect(english!.fonts).toEqual([])
  expect(signs!.fonts).toMatchObject([{ name: 'Dela Gothic One', isLicensed: false }])
  await room.subtitles.review(creator, signs!.id, { outcome: 'approved' })
  expect((await texts(null))[0]!.fonts).toEqual([])
  const [id, format] = signs!.fonts[0]!.url.slice('/fonts/'.length).split('.') as [string, string]
  const fontFor = (who: Account | null) => room.subtitles.fonts.file(id, format, async () => who, new Set())
  expect(await fontFor(null)).toBeNull()
  expect(await fontFor(creator)).toMatchObject({ isPublic: false })
  await room.subtitles.fonts.license(creator, signs!.id, true)
  expect((await texts(null))[0]!.fonts).toHaveLength(1)
  expect(await fontFor(null)).toMatchObject({ isPublic: true })
})

test('a file that replaces another adds what the episode has not', async () => {
  await room.subtitles.addSubtitle(creator, episode.id, {
    file: linesFile(['Mine']),
    language: 'en',
    kind: 'subtitles',
  })
  const videoId = await room.addVideo(creator)
  await storeFilm(videoId)
  await sql`update episodes set video_id = ${videoId} where id = ${episode.id}`.execute(room.db)
  await transact(room.db, (trx) => room.subtitles.videoChanged(trx, { id: episode.id, videoId }))
  await room.work()
  expect((await named()).toSorted()).toEqual(['de captions German', 'en subtitles English', 'ja signs Signs'])
})

test('a file that does not play yet, is no episode’s or is gone has none', async () => {
  const unused = await room.addVideo(creator)
  await storeFilm(unused)
  await becomePlayable(unused)
  await room.storage.remove(originalKey(episode.videoId))
  await becomePlayable(episode.videoId)
  await room.work()
  expect(await named()).toEqual([])
})
