import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { openEventStream } from '#tests/support/event-stream.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { createPerson, createStranger, type Person } from '#tests/support/person.ts'
import { makeReadyVideo, publishEpisode } from '#tests/support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

let site: TestHoshi
/** Another node: the same database and files. */
let elsewhere: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  elsewhere = await createTestHoshi({ environment: { ROLE: 'web' }, beside: site })
  creator = await createPerson(site.url, 'creator')
})

afterAll(async () => {
  await elsewhere?.close()
  await site?.close()
})

const seenBy = async (person: Pick<Person, 'call'>, path: string) => (await person.call('GET', path)).status
const everywhere = () => [createStranger(site.url), createStranger(elsewhere.url)]
const setState = (uid: string, state: string) =>
  askDatabase(site.connectionString, 'update videos set state = $2 where uid = $1', [uid, state])

describe('the media of an episode with a new file', () => {
  test('are those of the old one until the new one is there, and on no node after that', async () => {
    const { id, video: old } = await publishEpisode(site, creator)
    const next = await makeReadyVideo(site, creator)
    await setState(next.uid, 'inprogress')
    const put = () => creator.call('PUT', `/api/v1/episodes/${id}/video/${next.uid}`)
    expect((await put()).status).toBe(200)
    for (const stranger of everywhere()) {
      expect(await seenBy(stranger, old.media.segment)).toBe(200)
      expect(await seenBy(stranger, next.media.segment)).toBe(404)
    }
    expect(await seenBy(creator, next.media.segment)).toBe(200)

    const stream = await openEventStream(creator, '/api/v1/me/episodes/live')
    try {
      // It plays now, and is asked for once more: what a worker's job does besides.
      await askDatabase(site.connectionString, 'update episodes set next_video_id = null where id = $1', [id])
      await setState(next.uid, 'ready')
      expect((await put()).status).toBe(200)
      const told = await stream.heard(({ data }) => data.id === id && data.videoId === next.uid)
      expect(told.data.replacement).toBeNull()
    } finally {
      stream.close()
    }
    await vi.waitFor(
      async () => {
        for (const stranger of everywhere()) {
          expect(await seenBy(stranger, old.media.segment)).toBe(404)
          expect(await seenBy(stranger, next.media.segment)).toBe(200)
        }
      },
      { timeout: PATIENCE_MS, interval: 50 },
    )
  })
})
