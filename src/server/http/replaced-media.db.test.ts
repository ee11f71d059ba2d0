import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo, publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
/** Another node: the same database and files. */
let otherNode: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi()
  otherNode = await createTestHoshi({ beside: site })
  creator = await createPerson(site.url, 'creator')
})

afterAll(async () => {
  await otherNode?.close()
  await site?.close()
})

const seenBy = async (person: Pick<Person, 'call'>, path: string) => (await person.call('GET', path)).status
const strangersAtBoth = () => [createStranger(site.url), createStranger(otherNode.url)]
const setState = (uid: string, state: string) =>
  queryDatabase(site.connectionString, 'update videos set state = $2 where uid = $1', [uid, state])

describe('the media of an episode with a new file', () => {
  test('are those of the old file until the new one is ready, and on no node afterwards', async () => {
    const { id, video: old } = await publishEpisode(site, creator)
    const next = await makeReadyVideo(site, creator)
    await setState(next.uid, 'inprogress')
    const put = () => creator.call('PUT', `/api/v1/episodes/${id}/video/${next.uid}`)
    expect((await put()).status).toBe(200)
    for (const stranger of strangersAtBoth()) {
      expect(await seenBy(stranger, old.media.segment)).toBe(200)
      expect(await seenBy(stranger, next.media.segment)).toBe(404)
    }
    expect(await seenBy(creator, next.media.segment)).toBe(200)

    const stream = await openEventStream(creator, '/api/v1/me/episodes/live')
    try {
      // The new file plays now, and is requested again: a worker's job does the same.
      await queryDatabase(site.connectionString, 'update episodes set next_video_id = null where id = $1', [id])
      await setState(next.uid, 'ready')
      expect((await put()).status).toBe(200)
      const event = await stream.waitForEvent(({ data }) => data.id === id && data.videoId === next.uid)
      expect(event.data.replacement).toBeNull()
    } finally {
      stream.close()
    }
    await vi.waitFor(
      async () => {
        for (const stranger of strangersAtBoth()) {
          expect(await seenBy(stranger, old.media.segment)).toBe(404)
          expect(await seenBy(stranger, next.media.segment)).toBe(200)
        }
      },
      { timeout: MAX_WAIT_MS, interval: 50 },
    )
  })
})
