import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload, patch, someBytes } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import type { VideoStatus } from '#video/video.ts'

let site: TestHoshi
let aya: Person
let rin: Person

beforeAll(async () => {
  // Without a worker, so that queued videos stay queued.
  site = await createTestHoshi()
})
beforeEach(async () => {
  aya = await createPerson(site.url, 'creator')
  rin = await createPerson(site.url, 'creator')
})
afterAll(() => site?.close())

/** A video whose upload is complete. */
async function send(person: Person): Promise<string> {
  const { uid, uploadURL } = await createUpload(person, 10)
  expect((await patch(uploadURL, 0, someBytes(10))).status).toBe(204)
  return uid
}

async function statusOf(person: Person, uid: string): Promise<Record<string, unknown>> {
  const response = await person.call('GET', `/api/v1/videos/${uid}`)
  return ((await response.json()) as { status: Record<string, unknown> }).status
}

const waiting = (ahead: number) => ({ step: 'waiting', stepParameters: { ahead } })

/** Waits until the video has this status: the queue is read again once its event has arrived. */
async function expectStatus(person: Person, uid: string, status: object): Promise<void> {
  await expect.poll(() => statusOf(person, uid)).toMatchObject(status)
}

test('a queued video reports how many are ahead of it while creators alternate', async () => {
  const uids = [await send(aya), await send(aya), await send(rin)]
  await expectStatus(aya, uids[0]!, { state: 'queued', ...waiting(0) })
  await expectStatus(rin, uids[2]!, waiting(1))
  await expectStatus(aya, uids[1]!, waiting(2))

  // Its job still exists, but has nothing left to do.
  expect((await aya.call('DELETE', `/api/v1/videos/${uids[0]}`)).status).toBe(204)
  await expectStatus(rin, uids[2]!, waiting(0))
  await expectStatus(aya, uids[1]!, waiting(1))
  for (const [person, uid] of [[aya, uids[1]] as const, [rin, uids[2]] as const])
    await person.call('DELETE', `/api/v1/videos/${uid}`)
})

test('a video without its bytes has no position yet', async () => {
  const { uid } = await createUpload(aya, 10)
  expect(await statusOf(aya, uid)).toEqual({ state: 'pendingupload', percentComplete: 0 })
})

test('an open dashboard is notified when its video moves up', async () => {
  const first = await send(aya)
  const uid = await send(rin)
  const fields = { title: 'Patience', genre: 'Drama', nsfw: false, videoId: uid }
  expect((await rin.call('POST', '/api/v1/episodes', fields)).status).toBe(201)
  const stream = await openEventStream(rin, '/api/v1/me/episodes/live')
  await expectStatus(rin, uid, waiting(1))
  await aya.call('DELETE', `/api/v1/videos/${first}`)
  const { data } = await stream.waitForEvent(
    ({ event, data }) => event === 'episode' && (data.status as VideoStatus).stepParameters?.ahead === 0,
  )
  expect(data.status).toMatchObject(waiting(0))
  stream.close()
})
