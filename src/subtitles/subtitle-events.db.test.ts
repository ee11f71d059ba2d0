import { beforeEach, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { on } from '#platform/room-events.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { draftSaved, subtitleRemoved, subtitleReviewed } from './subtitle-events.ts'

let room: TestCatalog
let creator: Account
let helper: Account
let episode: Episode
/** The announced events, in order. */
let announced: object[]

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator()
  helper = await room.addViewer()
  episode = await room.publish(creator, { translationsOpen: true })
  announced = []
  room.listeners.push(
    on(draftSaved, async (_, { byUid }) => void announced.push({ draftBy: byUid })),
    on(
      subtitleReviewed,
      async (_, { authorUid, outcome, words }) => void announced.push({ authorUid, outcome, words }),
    ),
    on(subtitleRemoved, async (_, { id }) => void announced.push({ removed: id })),
  )
  return () => room.close()
})

const add = (who: Account) =>
  room.subtitles.addSubtitle(who, episode.id, { file: linesFile(['One']), language: 'en', kind: 'subtitles' })

test('each version announces a draft; the same text, another name and what is refused do not', async () => {
  const { id } = await add(helper)
  await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['One']) })
  await room.subtitles.changeSubtitle(helper, id, { label: 'Plain English' })
  await expect(room.subtitles.changeSubtitle(helper, id, { file: linesFile(['Two']), version: 7 })).rejects.toThrow()
  expect(announced).toEqual([{ draftBy: helper.uid }])
  await room.subtitles.changeSubtitle(creator, id, { file: linesFile(['Two']) })
  await room.subtitles.restoreVersion(helper, id, 1)
  expect(announced.slice(1)).toEqual([{ draftBy: creator.uid }, { draftBy: helper.uid }])
})

test('a review is announced when it says something else than the one before', async () => {
  const { id } = await add(helper)
  announced = []
  const review = (outcome: 'approved' | 'changes', words = '') => room.subtitles.review(creator, id, { outcome, words })
  await review('changes', ' Early. ')
  await review('changes', 'Early.')
  await review('changes', 'Late.')
  await review('approved')
  await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['Two']) })
  await review('approved')
  const authorUid = helper.uid
  expect(announced).toEqual([
    { authorUid, outcome: 'changes', words: 'Early.' },
    { authorUid, outcome: 'changes', words: 'Late.' },
    { authorUid, outcome: 'approved', words: '' },
    { draftBy: helper.uid },
    { authorUid, outcome: 'approved', words: '' },
  ])
})

test('a deletion is announced', async () => {
  const { id } = await add(helper)
  announced = []
  await room.subtitles.removeSubtitle(helper, id)
  expect(announced).toEqual([{ removed: id }])
})
