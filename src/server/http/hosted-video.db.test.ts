import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  detailsOf,
  type FakeStream,
  hostedSettings,
  openFakeStream,
  ready,
  signed,
} from '#tests/support/fake-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { askForAddress } from '#tests/support/tus.ts'

let fake: FakeStream
let site: TestHoshi
let creator: Person

beforeAll(async () => {
  fake = await openFakeStream()
  site = await createTestHoshi({ environment: { ROLE: 'web', ...hostedSettings(fake) }, stream: fake.service })
  creator = await createPerson(site.url, 'creator')
})

afterAll(async () => {
  await site?.close()
  await fake?.close()
})

const stranger = () => createStranger(site.url)

function sendWebhook(uid: string, secret = fake.service.webhookSecret, at = new Date()): Promise<Response> {
  const body = JSON.stringify(detailsOf(uid, ready))
  const headers = { 'Content-Type': 'application/json', 'Webhook-Signature': signed(body, secret, at) }
  return fetch(`${site.url}/api/webhooks/cloudflare`, { method: 'POST', headers, body })
}

describe('with the hosted service', () => {
  test('the picture is the service’s, and nobody chooses another', async () => {
    const { uid } = await askForAddress(creator, 1000)
    fake.tell(uid, ready)
    for (const [method, body] of [['PUT', { atSeconds: 1 }] as const, ['DELETE', undefined] as const]) {
      const answer = await creator.call(method, `/api/v1/videos/${uid}/poster`, body)
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({
        code: 'video.poster_fixed',
        detail: 'The video service chooses the pictures here; they cannot be changed.',
      })
    }
  })

  test('an upload goes to the service, by what its address speaks', async () => {
    const { uploadURL, protocols, maxDurationSeconds } = await askForAddress(creator, 1000)
    expect(new URL(uploadURL).origin).toBe(fake.service.uploadOrigins[0])
    expect([protocols, maxDurationSeconds]).toEqual([['tus'], 600])
  })

  test('an episode may be saved while the bytes arrive, and is seen when the webhook tells', async () => {
    const { uid } = await askForAddress(creator, 1000)
    const words = { title: 'Rain', genre: 'Drama', nsfw: false, videoId: uid }
    const saved = await creator.call('POST', '/api/v1/episodes', words)
    expect(saved.status).toBe(201)
    const { id } = (await saved.json()) as { id: string }
    const look = async () => (await stranger().call('GET', `/api/v1/episodes/${id}`)).status
    expect(await look()).toBe(404)
    for (const _twice of [1, 2]) expect((await sendWebhook(uid)).status).toBe(204)
    expect(await look()).toBe(200)
    const video = await (await creator.call('GET', `/api/v1/videos/${uid}`)).json()
    expect(video).toMatchObject({
      status: { state: 'ready', percentComplete: 100 },
      durationSeconds: 5.5,
      width: 560,
      frameRate: null,
      playback: { hls: `${fake.service.mediaUrl}/${uid}/manifest/video.m3u8` },
    })
  })

  test('a webhook with a wrong or an old signature is turned away', async () => {
    const { uid } = await askForAddress(creator, 1000)
    const wrong = await sendWebhook(uid, 'another secret')
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([401, 'request.token_invalid'])
    expect((await sendWebhook(uid, undefined, new Date(Date.now() - 600_000))).status).toBe(401)
    expect((await fetch(`${site.url}/api/webhooks/cloudflare`, { method: 'POST', body: '{}' })).status).toBe(401)
    const video = await (await creator.call('GET', `/api/v1/videos/${uid}`)).json()
    expect(video).toMatchObject({ status: { state: 'pendingupload' } })
  })

  test('while the service is away, so are uploads, and the answer says for how long', async () => {
    fake.failNext({ status: 429, headers: { 'Retry-After': '42' } })
    const answer = await creator.call('POST', '/api/v1/videos', { name: 'rain.mp4', sizeBytes: 1000 })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '42'])
    expect(await answer.json()).toMatchObject({ code: 'video.host_unavailable' })
  })

  test('addresses of our own host lead nowhere', async () => {
    const tus = { 'Tus-Resumable': '1.0.0' }
    expect((await stranger().call('HEAD', '/api/uploads/unknown', undefined, tus)).status).toBe(404)
    const path = '/client/v4/accounts/hoshi/stream/unknown'
    expect((await stranger().call('GET', path, undefined, { Authorization: 'Bearer x' })).status).toBe(404)
  })
})
