import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { detailsOf, type FakeStream, type Fault, openFakeStream, unsuccessful } from '#tests/support/fake-stream.ts'
import { createCloudflareClient } from './cloudflare-client.server.ts'
import type { ServiceFailed } from './service-failed.ts'

let fake: FakeStream

beforeAll(async () => {
  fake = await openFakeStream()
})
afterAll(() => fake?.close())
afterEach(() => {
  fake.requests.length = 0
})

const wish = { name: '雨.mp4', maxSeconds: 601, expiresAt: new Date('2026-11-21T16:00:00.900Z'), creator: 'aya' }
const client = (timeoutMs?: number) => createCloudflareClient(fake.service, timeoutMs)

async function failure(call: Promise<unknown>): Promise<Pick<ServiceFailed, 'kind' | 'retryAfterSeconds'>> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown as ServiceFailed,
  )
  expect(error?.name).toBe('ServiceFailed')
  return { kind: error!.kind, retryAfterSeconds: error!.retryAfterSeconds }
}

describe('what is asked', () => {
  test('a resumable upload says its length, its limits and its creator, and its uid comes in a header', async () => {
    const { uid, uploadURL } = await client().openResumableUpload({ ...wish, sizeBytes: 5_000_000_000 })
    expect(uploadURL).toContain(`/upload/${uid}`)
    const [asked] = fake.requests
    expect(asked).toMatchObject({
      method: 'POST',
      path: `/client/v4/accounts/${fake.service.accountId}/stream?direct_user=true`,
      headers: {
        authorization: `Bearer ${fake.service.apiToken}`,
        'tus-resumable': '1.0.0',
        'upload-length': '5000000000',
        'upload-creator': 'aya',
      },
    })
    const metadata = String(asked?.headers['upload-metadata'])
    const read = metadata.split(',').map((pair) => pair.split(' '))
    expect(read.map(([key, value]) => [key, Buffer.from(value ?? '', 'base64').toString()])).toEqual([
      ['name', '雨.mp4'],
      ['maxDurationSeconds', '601'],
      ['expiry', '2026-11-21T16:00:00Z'],
    ])
  })

  test('an upload by form says the same in JSON', async () => {
    const { uid, uploadURL } = await client().openFormUpload(wish)
    expect(uploadURL).toContain(`/upload/${uid}`)
    expect(JSON.parse(String(fake.requests[0]?.body))).toEqual({
      maxDurationSeconds: 601,
      expiry: '2026-11-21T16:00:00Z',
      creator: 'aya',
      meta: { name: '雨.mp4' },
    })
  })

  test('a video is found or not, and removing what is gone is no failure', async () => {
    const { uid } = await client().openFormUpload(wish)
    expect(await client().find(uid)).toMatchObject({ uid, status: { state: 'pendingupload' }, duration: -1 })
    await client().remove(uid)
    await client().remove(uid)
    expect(await client().find(uid)).toBeNull()
  })
})

describe('what goes wrong', () => {
  const success = (result: unknown) => JSON.stringify({ result, success: true, errors: [], messages: [] })

  test.each<[string, Fault, string, number | null]>([
    ['too many calls', { status: 429, headers: { 'Retry-After': '17' } }, 'busy', 17],
    ['too many calls for nobody says how long', { status: 429, body: unsuccessful }, 'busy', null],
    ['an outage', { status: 500 }, 'away', null],
    ['an outage with its end', { status: 503, headers: { 'Retry-After': '3' }, body: '<html>' }, 'away', 3],
    ['a token that is not taken', { status: 403, body: unsuccessful }, 'credentials', null],
    ['a refused call', { status: 400, body: unsuccessful }, 'refused', null],
    ['an unsuccessful answer with a good status', { status: 200, body: unsuccessful }, 'refused', null],
    ['half an answer', 'cut off', 'away', null],
    ['no JSON', { status: 200, body: '{"success": tru' }, 'unreadable', null],
    ['nothing', { status: 200 }, 'unreadable', null],
    ['another envelope', { status: 200, body: '[]' }, 'unreadable', null],
    ['no result', { status: 200, body: success(null) }, 'unreadable', null],
    ['a result of another shape', { status: 200, body: success({ uid: '../..', status: {} }) }, 'unreadable', null],
    ['an endless answer', { status: 200, body: 'x'.repeat(1_100_000) }, 'unreadable', null],
    ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, 'away', null],
  ])('%s', async (_what, fault, kind, retryAfterSeconds) => {
    fake.failNext(fault)
    expect(await failure(client().find('abc'))).toEqual({ kind, retryAfterSeconds })
  })

  test('an answer that does not come is given up', async () => {
    fake.failNext('no answer')
    expect(await failure(client(50).find('abc'))).toEqual({ kind: 'away', retryAfterSeconds: null })
  })

  test('a date says how long to wait, too', async () => {
    vi.useFakeTimers({ now: new Date('2026-12-31T23:59:30.000Z'), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    fake.failNext({ status: 429, headers: { 'Retry-After': 'Fri, 01 Jan 2027 00:01:00 GMT' } })
    expect(await failure(client().find('abc'))).toEqual({ kind: 'busy', retryAfterSeconds: 90 })
  })

  test('an upload without an address, or without a uid, is none', async () => {
    fake.failNext({ status: 201 }, { status: 201, headers: { Location: 'http://127.0.0.1/x' } })
    for (const _each of [1, 2]) {
      const call = client().openResumableUpload({ ...wish, sizeBytes: 10 })
      expect(await failure(call)).toEqual({ kind: 'unreadable', retryAfterSeconds: null })
    }
  })

  test('the token stands in no message', async () => {
    fake.failNext({ status: 403, body: unsuccessful })
    const error = await client()
      .find('abc')
      .catch((thrown: Error) => thrown)
    expect(String((error as Error).stack)).not.toContain(fake.service.apiToken)
  })

  test('what is not needed may be missing or new', async () => {
    const { uid } = await client().openFormUpload(wish)
    const result = { uid, status: { state: 'queued', news: 1 }, live: null }
    fake.failNext({ status: 200, body: JSON.stringify({ success: true, result }) })
    expect(await client().find(uid)).toMatchObject({ status: { state: 'queued' } })
    expect(detailsOf(uid, { state: 'queued' })).toHaveProperty('watermark')
  })
})
