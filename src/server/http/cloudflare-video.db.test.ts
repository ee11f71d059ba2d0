import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  detailsOf,
  type FakeStream,
  hostedSettings,
  openFakeStream,
  ready,
  webhookSignature,
} from '#tests/support/http/fake-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let fake: FakeStream
let site: TestHoshi
let creator: Person

beforeAll(async () => {
  fake = await openFakeStream()
  site = await createTestHoshi({ environment: hostedSettings(fake), stream: fake.service })
  creator = await createPerson(site.url, 'creator')
})

afterAll(async () => {
  await site?.close()
  await fake?.close()
})

const stranger = () => createStranger(site.url)

function sendWebhook(uid: string, secret = fake.service.webhookSecret, at = new Date()): Promise<Response> {
  const body = JSON.stringify(detailsOf(uid, ready))
  const headers = { 'Content-Type': 'application/json', 'Webhook-Signature': webhookSignature(body, secret, at) }
  return fetch(`${site.url}/api/webhooks/cloudflare`, { method: 'POST', headers, body })
}

describe('with the hosted service', () => {
  test('the poster is the service’s, and cannot be changed', async () => {
    const { uid } = await createUpload(creator, 1000)
    fake.setDetails(uid, ready)
    for (const [method, body] of [['PUT', { atSeconds: 1 }] as const, ['DELETE', undefined] as const]) {
      const response = await creator.call(method, `/api/v1/videos/${uid}/poster`, body)
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        code: 'video.poster_fixed',
        detail: 'The video service chooses this image, so it cannot be changed.',
      })
    }
  })

  test('an upload goes to the service, by the protocol of its URL', async () => {
    const { uploadURL, protocols, maxDurationSeconds } = await createUpload(creator, 1000)
    expect(new URL(uploadURL).origin).toBe(fake.service.uploadOrigins[0])
    expect([protocols, maxDurationSeconds]).toEqual([['tus'], 600])
  })

  test('an episode can be saved during the upload, and becomes visible with the webhook', async () => {
    const { uid } = await createUpload(creator, 1000)
    const fields = { title: 'Rain', genre: 'Drama', nsfw: false, videoId: uid }
    const saved = await creator.call('POST', '/api/v1/episodes', fields)
    expect(saved.status).toBe(201)
    const { id } = (await saved.json()) as { id: string }
    const statusOfEpisode = async () => (await stranger().call('GET', `/api/v1/episodes/${id}`)).status
    expect(await statusOfEpisode()).toBe(404)
    for (const _twice of [1, 2]) expect((await sendWebhook(uid)).status).toBe(204)
    expect(await statusOfEpisode()).toBe(200)
    const video = await (await creator.call('GET', `/api/v1/videos/${uid}`)).json()
    expect(video).toMatchObject({
      status: { state: 'ready', percentComplete: 100 },
      durationSeconds: 5.5,
      width: 560,
      frameRate: null,
      playback: { hls: `${fake.service.mediaUrl}/${uid}/manifest/video.m3u8` },
    })
  })

  test('a webhook with a wrong or an old signature is refused', async () => {
    const { uid } = await createUpload(creator, 1000)
    const wrong = await sendWebhook(uid, 'another secret')
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([401, 'request.token_invalid'])
    expect((await sendWebhook(uid, undefined, new Date(Date.now() - 600_000))).status).toBe(401)
    expect((await fetch(`${site.url}/api/webhooks/cloudflare`, { method: 'POST', body: '{}' })).status).toBe(401)
    const video = await (await creator.call('GET', `/api/v1/videos/${uid}`)).json()
    expect(video).toMatchObject({ status: { state: 'pendingupload' } })
  })

  test('while the service is down, uploads are refused with a time to retry', async () => {
    fake.failNext({ status: 429, headers: { 'Retry-After': '42' } })
    const response = await creator.call('POST', '/api/v1/videos', { name: 'rain.mp4', sizeBytes: 1000 })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '42'])
    expect(await response.json()).toMatchObject({ code: 'video.host_unavailable' })
  })

  test('URLs of the embedded host do not exist', async () => {
    const tus = { 'Tus-Resumable': '1.0.0' }
    expect((await stranger().call('HEAD', '/api/uploads/unknown', undefined, tus)).status).toBe(404)
    const path = '/client/v4/accounts/hoshi/stream/unknown'
    expect((await stranger().call('GET', path, undefined, { Authorization: 'Bearer x' })).status).toBe(404)
  })
})
