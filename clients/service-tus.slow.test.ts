import type Cloudflare from 'cloudflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compatibleApiSettings } from '../tests/support/http/compatible-api.ts'
import { createPerson } from '../tests/support/http/person.ts'
import { offsetOf } from '../tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '../tests/support/worlds/test-hoshi.ts'
import { openServiceClient } from './service-client.ts'

let site: TestHoshi
let client: Cloudflare

beforeAll(async () => {
  const environment = { ROLE: 'web', ...compatibleApiSettings, MAX_UPLOAD_BYTES: '1000000' }
  site = await createTestHoshi({ environment })
  client = openServiceClient(site.url)
})

afterAll(() => site?.close())

const account = { account_id: compatibleApiSettings.STREAM_ACCOUNT_ID }

function metadata(pairs: Record<string, string | true>): string {
  const encoded = (value: string | true) => (value === true ? '' : ` ${Buffer.from(value).toString('base64')}`)
  return Object.entries(pairs)
    .map(([key, value]) => key + encoded(value))
    .join(',')
}

function createUpload(pairs: Record<string, string | true> = {}, fields: object = {}): Promise<Response> {
  const params = { ...account, 'Tus-Resumable': '1.0.0' as const, 'Upload-Length': 5000, direct_user: true }
  return client.stream.create({ ...params, 'Upload-Metadata': metadata(pairs), ...fields }).asResponse()
}

/** The same without the client, which would not send wrong headers. */
function send(headers: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/client/v4/accounts/hoshi/stream?direct_user=true`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${compatibleApiSettings.STREAM_API_TOKEN}`, ...headers },
  })
}

test('returns the uid, and a one-time upload address for that length', async () => {
  const response = await createUpload()
  expect([response.status, response.headers.get('tus-resumable')]).toEqual([201, '1.0.0'])
  const url = response.headers.get('location')!
  expect(url).toMatch(new RegExp(`^${site.url}/api/uploads/\\w{26}$`))
  expect(await offsetOf(url)).toBe(0)
  expect(await client.stream.get(response.headers.get('stream-media-id')!, account)).toMatchObject({
    meta: {},
    maxDurationSeconds: 600,
    status: { state: 'pendingupload' },
  })
})

test('reads known metadata keys in any case, and stores the rest as meta', async () => {
  const creator = await createPerson(site.url, 'creator')
  const expiry = new Date(Date.now() + 3_600_000).toISOString()
  const pairs = {
    name: 'Rain ☂',
    filetype: 'video/mp4',
    maxDurationSeconds: '30',
    allowedorigins: 'example.com,*.example.org',
    thumbnailtimestamppct: '0.5',
    expiry,
  }
  const response = await createUpload(pairs, { 'Upload-Creator': creator.account.uid })
  expect(await client.stream.get(response.headers.get('stream-media-id')!, account)).toMatchObject({
    creator: creator.account.uid,
    meta: { name: 'Rain ☂', filetype: 'video/mp4' },
    maxDurationSeconds: 30,
    allowedOrigins: ['example.com', '*.example.org'],
    thumbnailTimestampPct: 0.5,
    uploadExpiry: expiry,
  })
})

test('a file name is returned as it was sent, and adds no name', async () => {
  const response = await createUpload({ filename: 'rain.mp4' })
  const { meta } = await client.stream.get(response.headers.get('stream-media-id')!, account)
  expect(meta).toEqual({ filename: 'rain.mp4' })
})

test.each([
  ['no length', { 'Tus-Resumable': '1.0.0' }, 400],
  ['a length of zero', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '0' }, 400],
  ['a negative length', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '-5' }, 400],
  ['a length over the limit', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000001' }, 413],
  ['another protocol', { 'Upload-Length': '5000' }, 412],
])('refuses %s', async (_what, headers, status) => {
  const response = await send(headers)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ success: false, errors: [{ code: 10005 }] })
})

test.each([
  ['a length over ten minutes', metadata({ maxDurationSeconds: '601' })],
  ['an expiry in the past', metadata({ expiry: '2020-01-01T00:00:00Z' })],
  ['an invalid origin', metadata({ allowedorigins: 'example.com,/' })],
  ['an unsupported option', metadata({ requiresignedurls: true })],
  ['a watermark', metadata({ watermark: 'mark' })],
  ['wrong encoding', 'name not-base64!'],
])('refuses metadata with %s', async (_what, text) => {
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5000', 'Upload-Metadata': text }
  const response = await send(headers)
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ success: false })])
})
