import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal, type RefusalCode } from '#platform/refusal.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createTrackPublishing } from './publish-tracks.server.ts'

let room: TestCatalog
let creator: Account
let episode: Episode
beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator()
  episode = await room.publish(creator)
})
afterEach(() => room.close())

async function addApproved(label: string): Promise<string> {
  const input = { file: linesFile([label]), language: 'en', kind: 'subtitles', label }
  const { id } = await room.subtitles.addSubtitle(creator, episode.id, input)
  await room.subtitles.review(creator, id, { outcome: 'approved' })
  return id
}

/**
 * Runs the job of an episode where one text cannot be converted.
 * @returns the names of the tracks that it lists
 */
async function publishWithout(id: string, code: RefusalCode): Promise<string[]> {
  const listed: string[] = []
  const handlers: ((job: { episodeId: string }) => Promise<void>)[] = []
  const jobs = { handle: (_kind: unknown, _concurrency: number, run: (typeof handlers)[number]) => handlers.push(run) }
  createTrackPublishing({
    db: room.db,
    jobs: jobs as unknown as Jobs,
    catalog: { videoIdOf: async () => episode.videoId },
    video: { setTextTracks: async (_, tracks) => void listed.push(...tracks.map(({ name }) => name)) },
    conversions: {
      convert: async () => null,
      plainText: async (version) => {
        if (version.id === id) throw new Refusal(code)
        return 'WEBVTT'
      },
    },
  })
  await handlers[0]!({ episodeId: episode.id })
  return listed
}

test('a text that takes too much to convert has no track, and the others have', async () => {
  const hard = await addApproved('Hard')
  await addApproved('Plain')
  expect(await publishWithout(hard, 'subtitles.too_much_work')).toEqual(['Plain'])
})

test('the tracks wait while texts cannot be converted for a time', async () => {
  const text = await addApproved('Plain')
  await expect(publishWithout(text, 'subtitles.reading_busy')).rejects.toMatchObject({ code: 'subtitles.reading_busy' })
})
