import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { detailsOf, ready, signed, unsuccessful } from '#tests/support/fake-stream.ts'
import { openVideoRooms, type VideoRooms } from '#tests/support/video-rooms.server.ts'
import { expectVideosOf, type VideoRoom } from '../video.server.ts'

let on: VideoRooms
let room: VideoRoom

beforeAll(async () => {
  on = await openVideoRooms()
  room = on.open(on.fake.service)
})
afterAll(() => on?.close())
afterEach(() => on.setClock(0))

const file = { name: 'rain.mp4', sizeBytes: 1000 }
const askForUpload = () => room.host.requestUpload(on.creator, file)
const look = async (uid: string) => (await room.host.get(on.creator, uid)).status.state
const stored = async (uid: string) => (await room.host.findMany([uid])).get(uid)?.status
const reconcile = () => on.run('video.reconcile')

describe('uploads', () => {
  test('gets a resumable address at the service, under the uid of the service', async () => {
    const { uid, uploadURL, protocols } = await askForUpload()
    expect(on.fake.uids()).toContain(uid)
    expect([new URL(uploadURL).origin, protocols]).toEqual([on.fake.service.uploadOrigins[0], ['tus']])
  })

  test.each([
    ['asks to be left alone', { status: 429, headers: { 'Retry-After': '30' } }, 30],
    ['is away', { status: 503 }, 5],
    ['says no', { status: 200, body: unsuccessful }, 5],
  ])('a service that %s is answered for the time being, and no row stays', async (_what, fault, retryAfterSeconds) => {
    const before = (await room.host.ownedBy(on.creator)).length
    on.fake.failNext(fault)
    await expect(askForUpload()).rejects.toMatchObject({
      code: 'video.host_unavailable',
      details: { retryAfterSeconds },
    })
    expect((await room.host.ownedBy(on.creator)).length).toBe(before)
  })

  test('a full quota is refused before the service is asked', async () => {
    const asked = on.fake.requests.length
    const whole = { name: 'rain.mp4', sizeBytes: on.limits.creatorQuotaBytes }
    await askForUpload()
    await expect(room.host.requestUpload(on.creator, whole)).rejects.toMatchObject({ code: 'video.quota_reached' })
    expect(on.fake.requests.length).toBe(asked + 1)
  })

  test('the form of a page without scripts is sent on whole', async () => {
    const form = new FormData()
    form.set('title', 'Rain')
    form.set('file', new File([new Uint8Array(5000)], 'rain.mp4', { type: 'video/mp4' }))
    const { body, headers } = new Response(form)
    const contentType = headers.get('content-type') ?? ''
    const bytes = new Uint8Array(await new Response(body, { headers }).arrayBuffer())
    let title: string | null | undefined
    const uid = await room.host.receivePageForm({
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
    expect(await room.host.get(on.creator, uid)).toMatchObject({ sizeBytes: 5000, status: { state: 'queued' } })
  })
})

describe('webhooks', () => {
  const send = (uid: string, details: Parameters<typeof detailsOf>[1], at = on.parts.clock.now()) => {
    const body = JSON.stringify(detailsOf(uid, details))
    return room.hearWebhook!(body, signed(body, on.fake.service.webhookSecret, at))
  }

  test('tell that a video plays, once, however often and in whatever order they come', async () => {
    const { uid } = await askForUpload()
    for (const details of [ready, ready, { state: 'inprogress' as const }, { state: 'error' as const }])
      await send(uid, details)
    expect(await stored(uid)).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(on.playable.filter((each) => each === uid)).toEqual([uid])
  })

  test('are refused when they are not signed, or not now', async () => {
    const { uid } = await askForUpload()
    const body = JSON.stringify(detailsOf(uid, ready))
    const refused = { code: 'request.token_invalid' }
    await expect(room.hearWebhook!(body, null)).rejects.toMatchObject(refused)
    await expect(room.hearWebhook!(body, signed(body, 'another', on.parts.clock.now()))).rejects.toMatchObject(refused)
    const old = new Date(on.parts.clock.now().getTime() - 301_000)
    await expect(send(uid, ready, old)).rejects.toMatchObject(refused)
    expect(await stored(uid)).toMatchObject({ state: 'pendingupload' })
  })

  test('about what is not ours, or in no known form, change nothing', async () => {
    await send('f'.repeat(32), ready)
    const body = '{"live": true}'
    const signature = signed(body, on.fake.service.webhookSecret, on.parts.clock.now())
    await expect(room.hearWebhook!(body, signature)).rejects.toMatchObject({ code: 'request.unreadable' })
  })

  test('come too late for a video that was removed', async () => {
    const { uid } = await askForUpload()
    await room.host.remove(on.creator, uid)
    await send(uid, ready)
    expect(await stored(uid)).toBeUndefined()
    expect(on.playable).not.toContain(uid)
  })
})

describe('without a webhook', () => {
  test('asking now and then tells that a video plays', async () => {
    const { uid } = await askForUpload()
    on.fake.tell(uid, { state: 'inprogress', pctComplete: '40' })
    on.setClock(2)
    await reconcile()
    expect(await stored(uid)).toMatchObject({ state: 'inprogress', percentComplete: 40, step: 'Encoding' })
    on.fake.tell(uid, ready)
    on.setClock(4)
    await reconcile()
    expect(await stored(uid)).toMatchObject({ state: 'ready' })
    const asked = on.fake.requests.length
    on.setClock(8)
    await reconcile()
    expect(on.fake.requests.slice(asked).some(({ path }) => path.endsWith(uid))).toBe(false)
  })

  test('a creator who looks is told at once, without the service being asked at every look', async () => {
    const { uid } = await askForUpload()
    on.fake.tell(uid, { state: 'queued' })
    const asked = on.fake.requests.length
    expect(await look(uid)).toBe('queued')
    on.fake.tell(uid, ready)
    await Promise.all([look(uid), look(uid), look(uid)])
    expect(on.fake.requests.length).toBe(asked + 1)
    on.setClock(0.1)
    expect(await look(uid)).toBe('ready')
  })

  test.each([
    ['is away', { status: 500 }],
    ['answers nonsense', { status: 200, body: '<html>' }],
    ['is cut off', 'cut off' as const],
  ])('a service that %s leaves the video as it is known', async (_what, fault) => {
    const { uid } = await askForUpload()
    on.fake.tell(uid, ready)
    on.fake.failNext(fault)
    expect(await look(uid)).toBe('pendingupload')
    on.setClock(1)
    expect(await look(uid)).toBe('ready')
  })

  test('a service that asks to be left alone is left alone, by everybody', async () => {
    const { uid } = await askForUpload()
    on.fake.tell(uid, ready)
    on.setClock(2)
    on.fake.failNext({ status: 429, headers: { 'Retry-After': '600' } })
    await reconcile()
    const asked = on.fake.requests.length
    on.setClock(5)
    await reconcile()
    expect(await look(uid)).toBe('pendingupload')
    expect(on.fake.requests.length).toBe(asked)
    on.setClock(13)
    expect(await look(uid)).toBe('ready')
  })

  test('an upload that nobody finishes ends, and one that was finished in time does not', async () => {
    const abandoned = await askForUpload()
    const finished = await askForUpload()
    const underEpisode = await askForUpload()
    await on.db.transaction().execute((trx) => room.host.claimForEpisode(trx, on.creator.uid, underEpisode.uid))
    on.fake.tell(finished.uid, { state: 'queued' })
    on.setClock(360)
    await reconcile()
    expect(await stored(abandoned.uid)).toBeUndefined()
    expect(on.isErased(abandoned.uid)).toBe(true)
    expect(await stored(underEpisode.uid)).toMatchObject({ state: 'error', reasonCode: 'upload_expired' })
    expect(await stored(finished.uid)).toMatchObject({ state: 'queued' })
    const asked = on.fake.requests.length
    on.setClock(362)
    await reconcile()
    const again = on.fake.requests.slice(asked).map(({ path }) => path.split('/').at(-1))
    expect(again).toContain(finished.uid)
    expect(again).not.toContain(underEpisode.uid)
  })

  test('no state hangs: what the service has lost, or never finishes, fails', async () => {
    const lost = await askForUpload()
    const endless = await askForUpload()
    for (const { uid } of [lost, endless]) on.fake.tell(uid, { state: 'inprogress' })
    on.setClock(2)
    await reconcile()
    on.fake.forget(lost.uid)
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
  await askForUpload()
  await expect(expectVideosOf('embedded', on.db)).rejects.toThrow(/^VIDEO_HOST is embedded, but \d+ video/)
})

test('removing at the service is tried until it is done', async () => {
  const { uid } = await askForUpload()
  const erase = () => on.run('video.erase-hosted', { uid })
  on.fake.failNext({ status: 500 })
  await expect(erase()).rejects.toMatchObject({ kind: 'away' })
  await erase()
  await erase()
  expect(on.fake.uids()).not.toContain(uid)
})
