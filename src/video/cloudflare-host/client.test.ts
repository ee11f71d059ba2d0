import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { detailsOf, type FakeStream, type Fault, failureBody, openFakeStream } from '#tests/support/http/fake-stream.ts'
import { createCloudflareClient } from './client.server.ts'
import type { ServiceError } from './service-error.ts'

let fake: FakeStream

beforeAll(async () => {
  fake = await openFakeStream()
})
afterAll(() => fake?.close())
afterEach(() => {
  fake.requests.length = 0
})

const options = { name: '雨.mp4', maxSeconds: 601, expiresAt: new Date('2026-11-21T16:00:00.900Z'), creator: 'aya' }
const client = (timeoutMs?: number) => createCloudflareClient(fake.service, timeoutMs)

async function failure(call: Promise<unknown>): Promise<Pick<ServiceError, 'kind' | 'retryAfterSeconds'>> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown as ServiceError,
  )
  expect(error?.name).toBe('ServiceError')
  return { kind: error!.kind, retryAfterSeconds: error!.retryAfterSeconds }
}

describe('requests', () => {
  test('a resumable upload sends its length, limits and creator, and receives its uid in a header', async () => {
    const { uid, uploadURL } = await client().openResumableUpload({ ...options, sizeBytes: 5_000_000_000 })
    expect(uploadURL).toContain(`/upload/${uid}`)
    const [request] = fake.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: `/client/v4/accounts/${fake.service.accountId}/stream?direct_user=true`,
      headers: {
        authorization: `Bearer ${fake.service.apiToken}`,
        'tus-resumable': '1.0.0',
        'upload-length': '5000000000',
        'upload-creator': 'aya',
      },
    })
    const metadata = String(request?.headers['upload-metadata'])
    const read = metadata.split(',').map((pair) => pair.split(' '))
    expect(read.map(([key, value]) => [key, Buffer.from(value ?? '', 'base64').toString()])).toEqual([
      ['name', '雨.mp4'],
      ['maxDurationSeconds', '601'],
      ['expiry', '2026-11-21T16:00:00Z'],
    ])
  })

  test('an upload by form sends its limits and creator in JSON', async () => {
    const { uid, uploadURL } = await client().openFormUpload(options)
    expect(uploadURL).toContain(`/upload/${uid}`)
    expect(JSON.parse(String(fake.requests[0]?.body))).toEqual({
      maxDurationSeconds: 601,
      expiry: '2026-11-21T16:00:00Z',
      creator: 'aya',
      meta: { name: '雨.mp4' },
    })
  })

  test('a video is found or not, and removing a missing one succeeds', async () => {
    const { uid } = await client().openFormUpload(options)
    expect(await client().find(uid)).toMatchObject({ uid, status: { state: 'pendingupload' }, duration: -1 })
    await client().remove(uid)
    await client().remove(uid)
    expect(await client().find(uid)).toBeNull()
  })
})

describe('failures', () => {
  const success = (result: unknown) => JSON.stringify({ result, success: true, errors: [], messages: [] })

  test.each<[string, Fault, string, number | null]>([
    ['too many calls', { status: 429, headers: { 'Retry-After': '17' } }, 'busy', 17],
    ['too many calls without a retry time', { status: 429, body: failureBody }, 'busy', null],
    ['an outage', { status: 500 }, 'unavailable', null],
    ['an outage with a retry time', { status: 503, headers: { 'Retry-After': '3' }, body: '<html>' }, 'unavailable', 3],
    ['a rejected token', { status: 403, body: failureBody }, 'credentials', null],
    ['a refused call', { status: 400, body: failureBody }, 'refused', null],
    ['an unsuccessful response with a good status', { status: 200, body: failureBody }, 'refused', null],
    ['a truncated response', 'cut off', 'unavailable', null],
    ['invalid JSON', { status: 200, body: '{"success": tru' }, 'unreadable', null],
    ['an empty response', { status: 200 }, 'unreadable', null],
    ['another envelope', { status: 200, body: '[]' }, 'unreadable', null],
    ['no result', { status: 200, body: success(null) }, 'unreadable', null],
    ['a result of another shape', { status: 200, body: success({ uid: '../..', status: {} }) }, 'unreadable', null],
    ['an oversized response', { status: 200, body: 'x'.repeat(1_100_000) }, 'unreadable', null],
    ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, 'unavailable', null],
  ])('%s', async (_what, fault, kind, retryAfterSeconds) => {
    fake.failNext(fault)
    expect(await failure(client().find('abc'))).toEqual({ kind, retryAfterSeconds })
  })

  test('a missing response times out', async () => {
    fake.failNext('no answer')
    expect(await failure(client(50).find('abc'))).toEqual({ kind: 'unavailable', retryAfterSeconds: null })
  })

  test('a retry time may also be a date', async () => {
    vi.useFakeTimers({ now: new Date('2026-12-31T23:59:30.000Z'), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    fake.failNext({ status: 429, headers: { 'Retry-After': 'Fri, 01 Jan 2027 00:01:00 GMT' } })
    expect(await failure(client().find('abc'))).toEqual({ kind: 'busy', retryAfterSeconds: 90 })
  })

  test('an upload without a URL or a uid is unreadable', async () => {
    fake.failNext({ status: 201 }, { status: 201, headers: { Location: 'http://127.0.0.1/x' } })
    for (const _each of [1, 2]) {
      const call = client().openResumableUpload({ ...options, sizeBytes: 10 })
      expect(await failure(call)).toEqual({ kind: 'unreadable', retryAfterSeconds: null })
    }
  })

  test('the token appears in no error message', async () => {
    fake.failNext({ status: 403, body: failureBody })
    const error = await client()
      .find('abc')
      .catch((thrown: Error) => thrown)
    expect(String((error as Error).stack)).not.toContain(fake.service.apiToken)
  })

  test('unneeded fields may be missing or new', async () => {
    const { uid } = await client().openFormUpload(options)
    const result = { uid, status: { state: 'queued', news: 1 }, live: null }
    fake.failNext({ status: 200, body: JSON.stringify({ success: true, result }) })
    expect(await client().find(uid)).toMatchObject({ status: { state: 'queued' } })
    expect(detailsOf(uid, { state: 'queued' })).toHaveProperty('watermark')
  })
})
