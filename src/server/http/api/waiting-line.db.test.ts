import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEventStream } from '#tests/support/event-stream.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { askForAddress, patch, someBytes } from '#tests/support/tus.ts'

let site: TestHoshi
let aya: Person
let rin: Person

beforeAll(async () => {
  // Nobody works here, so that what waits goes on waiting.
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
})
beforeEach(async () => {
  aya = await createPerson(site.url, 'creator')
  rin = await createPerson(site.url, 'creator')
})
afterAll(() => site?.close())

/** A video whose bytes are in. */
async function send(person: Person): Promise<string> {
  const { uid, uploadURL } = await askForAddress(person, 10)
  expect((await patch(uploadURL, 0, someBytes(10))).status).toBe(204)
  return uid
}

async function statusOf(person: Person, uid: string): Promise<Record<string, unknown>> {
  const answer = await person.call('GET', `/api/v1/videos/${uid}`)
  return ((await answer.json()) as { status: Record<string, unknown> }).status
}

/** What it says, now or in a moment: the line is looked at anew once its news has gone round. */
async function said(person: Person, uid: string, status: object): Promise<void> {
  await expect.poll(() => statusOf(person, uid)).toMatchObject(status)
}

test('a video that waits for a worker says how many wait before it, as creators take turns', async () => {
  const uids = [await send(aya), await send(aya), await send(rin)]
  await said(aya, uids[0]!, { state: 'queued', step: 'Next in line', waitingBefore: 0 })
  await said(rin, uids[2]!, { step: 'Waiting, 1 before it', waitingBefore: 1 })
  await said(aya, uids[1]!, { step: 'Waiting, 2 before it', waitingBefore: 2 })

  // Its job is still there, but there is nothing left to do.
  expect((await aya.call('DELETE', `/api/v1/videos/${uids[0]}`)).status).toBe(204)
  await said(rin, uids[2]!, { waitingBefore: 0 })
  await said(aya, uids[1]!, { waitingBefore: 1 })
  for (const [person, uid] of [[aya, uids[1]] as const, [rin, uids[2]] as const])
    await person.call('DELETE', `/api/v1/videos/${uid}`)
})

test('one that waits for its bytes has no place yet', async () => {
  const { uid } = await askForAddress(aya, 10)
  expect(await statusOf(aya, uid)).toEqual({ state: 'pendingupload', percentComplete: 0 })
})

test('an open dashboard hears that its video has come nearer', async () => {
  const first = await send(aya)
  const uid = await send(rin)
  const fields = { title: 'Patience', genre: 'Drama', nsfw: false, videoId: uid }
  expect((await rin.call('POST', '/api/v1/episodes', fields)).status).toBe(201)
  const stream = await openEventStream(rin, '/api/v1/me/episodes/live')
  await said(rin, uid, { waitingBefore: 1 })
  await aya.call('DELETE', `/api/v1/videos/${first}`)
  const { data } = await stream.heard(
    ({ event, data }) => event === 'episode' && (data.status as { waitingBefore?: number }).waitingBefore === 0,
  )
  expect(data.status).toMatchObject({ step: 'Next in line' })
  stream.close()
})
