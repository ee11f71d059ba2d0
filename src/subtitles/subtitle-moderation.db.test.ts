import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

let room: TestCatalog
let creator: Account
let helper: Account
let episode: Episode
let id: string

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator({ username: 'Mio Arakawa' })
  helper = await room.addCreator({ username: 'hana' })
  episode = await room.publish(creator, { title: 'The Last Local', translationsOpen: true })
  await sql`update videos set percent_complete = 100, duration_seconds = 60 where uid = ${episode.videoId}`.execute(
    room.db,
  )
  const input = { file: linesFile(['Where is the lighthouse?']), language: 'en', kind: 'subtitles' }
  ;({ id } = await room.subtitles.addSubtitle(helper, episode.id, input))
  await room.subtitles.review(creator, id, { outcome: 'approved' })
})
afterEach(() => room.close())

/** Hides the subtitles as a decision about them does, or takes that back. */
async function setHidden(hidden: boolean, text = id): Promise<void> {
  const { moderation } = room.subtitles
  const lines = await moderation.prepareShowing(text)
  const isPlaylistOld = await transact(room.db, async (trx) => {
    await moderation.lock(trx, text)
    return await moderation.change(trx, text, hidden, lines)
  })
  if (isPlaylistOld) await moderation.announce(text)
}

const seenBy = async (who: Account | null) => (await room.subtitles.subtitlesOn(episode.id, who)).map((each) => each.id)

/** Where everybody finds the text: in the list, in the playlist and by a search. */
async function found() {
  const { hls } = await room.catalog.find(episode.id, creator)
  const playlist = await text(await room.storage.read(hls!.slice(1)))
  const { episodes } = await room.catalog.explore({ search: 'lighthouse' })
  return { list: (await seenBy(null)).length, isPlayed: playlist.includes('NAME="English"'), search: episodes.length }
}

test('subtitles that a moderator hid are off the film, the list and the search, until that is taken back', async () => {
  expect(await found()).toEqual({ list: 1, isPlayed: true, search: 1 })
  await setHidden(true)
  expect(await found()).toEqual({ list: 0, isPlayed: false, search: 0 })
  await expect(room.subtitles.subtitleText(id, null, 'vtt')).rejects.toMatchObject({ code: 'subtitles.not_found' })
  expect(await room.subtitles.moderation.find(id)).toEqual({
    id,
    episodeId: episode.id,
    authorUid: helper.uid,
    label: 'English',
    hidden: true,
    isShown: false,
  })
  await setHidden(false)
  expect(await found()).toEqual({ list: 1, isPlayed: true, search: 1 })
})

test('their author and the creator still see them, and neither shows them again', async () => {
  await setHidden(true)
  expect([await seenBy(helper), await seenBy(creator)]).toEqual([[id], [id]])
  expect(await room.subtitles.findSubtitle(id, helper)).toMatchObject({ isHidden: true, approvedVersion: null })
  await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['Something else']) })
  await room.subtitles.changeSubtitle(creator, id, { label: 'English, again' })
  await expect(room.subtitles.review(creator, id, { outcome: 'approved' })).rejects.toMatchObject({
    code: 'subtitles.hidden_by_moderator',
  })
  expect(await found()).toEqual({ list: 0, isPlayed: false, search: 0 })
})

test('what the creator took back meanwhile stays so', async () => {
  await setHidden(true)
  await room.subtitles.review(creator, id, { outcome: 'declined' })
  await setHidden(false)
  expect(await found()).toEqual({ list: 0, isPlayed: false, search: 0 })
})

test('moderators read the lines of the version that everybody sees', async () => {
  await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['Something else']) })
  expect(await room.subtitles.moderation.lines(id)).toEqual([{ from: 1, to: 2, text: 'Where is the lighthouse?' }])
  expect(await room.subtitles.moderation.lines('unknown')).toEqual([])
})

test('lines of another version than the one that is shown again are refused', async () => {
  await setHidden(true)
  const showing = transact(room.db, async (trx) => {
    await room.subtitles.moderation.lock(trx, id)
    return await room.subtitles.moderation.change(trx, id, false, null)
  })
  await expect(showing).rejects.toMatchObject({ code: 'subtitles.changed' })
  expect(await found()).toEqual({ list: 0, isPlayed: false, search: 0 })
})

test('subtitles that are gone are neither locked nor changed', async () => {
  await room.subtitles.removeSubtitle(helper, id)
  for (const each of [id, 'unknown', 'no id']) {
    expect(await transact(room.db, (trx) => room.subtitles.moderation.lock(trx, each))).toBeNull()
    await setHidden(true, each)
    expect(await room.subtitles.moderation.find(each)).toBeNull()
  }
})
