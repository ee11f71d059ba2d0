import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '#platform/transact.server.ts'
import { detailsOf, failureBody, ready, webhookSignature } from '#tests/support/http/fake-stream.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { expectVideosOf } from '../video.server.ts'
import type { VideoHosting } from '../video-hosting.ts'

let on: VideoFixture
let hosting: VideoHosting

beforeAll(async () => {
  on = await openVideoFixture()
  hosting = on.open(on.fake.service)
})
afterAll(() => on?.close())
afterEach(() => on.setClock(0))

const file = { name: 'rain.mp4', sizeBytes: 1000 }
const requestUpload = () => hosting.host.requestUpload(on.creator, file)
const stateOf = async (uid: string) => (await hosting.host.get(on.creator, uid)).status.state
const stored = async (uid: string) => (await hosting.host.findMany([uid])).get(uid)?.status
const reconcile = () => on.run('video.reconcile')

describe('uploads', () => {
  test('get a resumable upload URL and a uid from the service', async () => {
    const { uid, uploadURL, protocols } = await requestUpload()
    expect(on.fake.uids()).toContain(uid)
    expect([new URL(uploadURL).origin, protocols]).toEqual([on.fake.service.uploadOrigins[0], ['tus']])
  })

  test.each([
    ['asks for a pause', { status: 429, headers: { 'Retry-After': '30' } }, 30],
    ['is unavailable', { status: 503 }, 5],
    ['refuses', { status: 200, body: failureBody }, 5],
  ])('a service that %s leads to a temporary refusal, and leaves no row', async (_what, fault, retryAfterSeconds) => {
    const before = (await hosting.host.ownedBy(on.creator)).length
    on.fake.failNext(fault)
    await expect(requestUpload()).rejects.toMatchObject({
      code: 'video.host_unavailable',
      details: { retryAfterSeconds },
    })
    expect((await hosting.host.ownedBy(on.creator)).length).toBe(before)
  })

  test('a full quota is refused before the service is called', async () => {
    const callCount = on.fake.requests.length
    const fullQuota = { name: 'rain.mp4', sizeBytes: on.limits.creatorQuotaBytes }
    await requestUpload()
    await expect(hosting.host.requestUpload(on.creator, fullQuota)).rejects.toMatchObject({
      code: 'video.quota_reached',
    })
    expect(on.fake.requests.length).toBe(callCount + 1)
  })

  test('the form of a page without scripts is forwarded completely', async () => {
    const form = new FormData()
    form.set('title', 'Rain')
    form.set('file', new File([new Uint8Array(5000)], 'rain.mp4', { type: 'video/mp4' }))
    const { body, headers } = new Response(form)
    const contentType = headers.get('content-type') ?? ''
    const bytes = new Uint8Array(await new Response(body, { headers }).arrayBuffer())
    let title: string | null | undefined
    const uid = await hosting.host.receivePageForm({
      body: new Blob([bytes]).stream(),
      contentType,
      sizeBytes: bytes.length,
      admit: (fields) => {
        title = fields.get('title')
        return on.creator
      },
    })
    expect(title).toBe('Rain')
    const sent = on.fake.requests.findLast(({ path }) => path === `/upload/${uid}`)
    expect(String(sent?.headers['content-type'])).toMatch(/^multipart\/form-data/)
    expect(sent?.body.length).toBeGreaterThan(5000)
    expect(await hosting.host.get(on.creator, uid)).toMatchObject({ sizeBytes: 5000, status: { state: 'queued' } })
  })
})

describe('webhooks', () => {
  const send = (uid: string, details: Parameters<typeof detailsOf>[1], at = on.parts.clock.now()) => {
    const body = JSON.stringify(detailsOf(uid, details))
    return hosting.handleWebhook!(body, webhookSignature(body, on.fake.service.webhookSecret, at))
  }

  test('make a video playable once, however often and in whatever order they arrive', async () => {
    const { uid } = await requestUpload()
    for (const details of [ready, ready, { state: 'inprogress' as const }, { state: 'error' as const }])
      await send(uid, details)
    expect(await stored(uid)).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(on.playable.filter((each) => each === uid)).toEqual([uid])
  })

  test('are refused when they are unsigned, wrongly signed or outdated', async () => {
    const { uid } = await requestUpload()
    const body = JSON.stringify(detailsOf(uid, ready))
    const refused = { code: 'request.token_invalid' }
    await expect(hosting.handleWebhook!(body, null)).rejects.toMatchObject(refused)
    await expect(
      hosting.handleWebhook!(body, webhookSignature(body, 'another', on.parts.clock.now())),
    ).rejects.toMatchObject(refused)
    const old = new Date(on.parts.clock.now().getTime() - 301_000)
    await expect(send(uid, ready, old)).rejects.toMatchObject(refused)
    expect(await stored(uid)).toMatchObject({ state: 'pendingupload' })
  })

  test('about unknown videos or in no known form change nothing', async () => {
    await send('f'.repeat(32), ready)
    const body = '{"live": true}'
    const signature = webhookSignature(body, on.fake.service.webhookSecret, on.parts.clock.now())
    await expect(hosting.handleWebhook!(body, signature)).rejects.toMatchObject({ code: 'request.unreadable' })
  })

  test('change nothing for a removed video', async () => {
    const { uid } = await requestUpload()
    await hosting.host.remove(on.creator, uid)
    await send(uid, ready)
    expect(await stored(uid)).toBeUndefined()
    expect(on.playable).not.toContain(uid)
  })
})

describe('without a webhook', () => {
  test('polling reports progress until a video plays', async () => {
    const { uid } = await requestUpload()
    on.fake.setDetails(uid, { state: 'inprogress', pctComplete: '40' })
    on.setClock(2)
    await reconcile()
    expect(await stored(uid)).toMatchObject({ state: 'inprogress', percentComplete: 40, step: 'encoding' })
    on.fake.setDetails(uid, ready)
    on.setClock(4)
    await reconcile()
    expect(await stored(uid)).toMatchObject({ state: 'ready' })
    const callCount = on.fake.requests.length
    on.setClock(8)
    await reconcile()
    expect(on.fake.requests.slice(callCount).some(({ path }) => path.endsWith(uid))).toBe(false)
  })

  test('a creator who polls sees the current state, without a service call for each poll', async () => {
    const { uid } = await requestUpload()
    on.fake.setDetails(uid, { state: 'queued' })
    const callCount = on.fake.requests.length
    expect(await stateOf(uid)).toBe('queued')
    on.fake.setDetails(uid, ready)
    await Promise.all([stateOf(uid), stateOf(uid), stateOf(uid)])
    expect(on.fake.requests.length).toBe(callCount + 1)
    on.setClock(0.1)
    expect(await stateOf(uid)).toBe('ready')
  })

  test.each([
    ['is unavailable', { status: 500 }],
    ['sends an unreadable response', { status: 200, body: '<html>' }],
    ['breaks off its response', 'cut off' as const],
  ])('a service that %s leaves the video unchanged', async (_what, fault) => {
    const { uid } = await requestUpload()
    on.fake.setDetails(uid, ready)
    on.fake.failNext(fault)
    expect(await stateOf(uid)).toBe('pendingupload')
    on.setClock(1)
    expect(await stateOf(uid)).toBe('ready')
  })

  test('a service that asks for a pause is not called during it', async () => {
    const { uid } = await requestUpload()
    on.fake.setDetails(uid, ready)
    on.setClock(2)
    on.fake.failNext({ status: 429, headers: { 'Retry-After': '600' } })
    await reconcile()
    const callCount = on.fake.requests.length
    on.setClock(5)
    await reconcile()
    expect(await stateOf(uid)).toBe('pendingupload')
    expect(on.fake.requests.length).toBe(callCount)
    on.setClock(13)
    expect(await stateOf(uid)).toBe('ready')
  })

  test('an abandoned upload ends, and one that was finished in time does not', async () => {
    const abandoned = await requestUpload()
    const finished = await requestUpload()
    const underEpisode = await requestUpload()
    await transact(on.db, (trx) => hosting.host.attachToEpisode(trx, on.creator.uid, underEpisode.uid))
    on.fake.setDetails(finished.uid, { state: 'queued' })
    on.setClock(360)
    await reconcile()
    expect(await stored(abandoned.uid)).toBeUndefined()
    expect(on.isErased(abandoned.uid)).toBe(true)
    expect(await stored(underEpisode.uid)).toMatchObject({ state: 'error', reasonCode: 'upload_expired' })
    expect(await stored(finished.uid)).toMatchObject({ state: 'queued' })
    const callCount = on.fake.requests.length
    on.setClock(362)
    await reconcile()
    const again = on.fake.requests.slice(callCount).map(({ path }) => path.split('/').at(-1))
    expect(again).toContain(finished.uid)
    expect(again).not.toContain(underEpisode.uid)
  })

  test('no state hangs: a video that the service has lost, or never finishes, fails', async () => {
    const lost = await requestUpload()
    const endless = await requestUpload()
    for (const { uid } of [lost, endless]) on.fake.setDetails(uid, { state: 'inprogress' })
    on.setClock(2)
    await reconcile()
    on.fake.remove(lost.uid)
    on.setClock(30)
    await reconcile()
    expect(await stored(lost.uid)).toMatchObject({ state: 'error', reasonCode: 'host_failed' })
    expect(await stored(endless.uid)).toMatchObject({ state: 'inprogress' })
    on.setClock(49 * 60)
    await reconcile()
    expect(await stored(endless.uid)).toMatchObject({ state: 'error', reasonCode: 'host_failed' })
  })
})

test('no process starts with videos that its host does not have', async () => {
  await requestUpload()
  await expect(expectVideosOf('embedded', on.db)).rejects.toThrow(/^VIDEO_HOST is embedded, but \d+ video/)
})

test('removal at the service is retried until it succeeds', async () => {
  const { uid } = await requestUpload()
  const erase = () => on.run('video.erase-hosted', { uid })
  on.fake.failNext({ status: 500 })
  await expect(erase()).rejects.toMatchObject({ kind: 'unavailable' })
  await erase()
  await erase()
  expect(on.fake.uids()).not.toContain(uid)
})
