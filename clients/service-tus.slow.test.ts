import type Cloudflare from 'cloudflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialectSettings } from '../tests/support/dialect.ts'
import { createPerson } from '../tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '../tests/support/test-hoshi.ts'
import { offsetOf } from '../tests/support/tus.ts'
import { openServiceClient } from './service-client.ts'

let site: TestHoshi
let client: Cloudflare

beforeAll(async () => {
  const environment = { ROLE: 'web', ...dialectSettings, MAX_UPLOAD_BYTES: '1000000' }
  site = await createTestHoshi({ environment })
  client = openServiceClient(site.url)
})

afterAll(() => site?.close())

const account = { account_id: dialectSettings.STREAM_ACCOUNT_ID }

function metadata(pairs: Record<string, string | true>): string {
  const encoded = (value: string | true) => (value === true ? '' : ` ${Buffer.from(value).toString('base64')}`)
  return Object.entries(pairs)
    .map(([key, value]) => key + encoded(value))
    .join(',')
}

function begin(pairs: Record<string, string | true> = {}, fields: object = {}): Promise<Response> {
  const asked = { ...account, 'Tus-Resumable': '1.0.0' as const, 'Upload-Length': 5000, direct_user: true }
  return client.stream.create({ ...asked, 'Upload-Metadata': metadata(pairs), ...fields }).asResponse()
}

/** The same without the client, which would not send what is wrong. */
function send(headers: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/client/v4/accounts/hoshi/stream?direct_user=true`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${dialectSettings.STREAM_API_TOKEN}`, ...headers },
  })
}

test('gives a one-time address that waits for as many bytes, and the uid', async () => {
  const answer = await begin()
  expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([201, '1.0.0'])
  const address = answer.headers.get('location')!
  expect(address).toMatch(new RegExp(`^${site.url}/api/uploads/\\w{26}$`))
  expect(await offsetOf(address)).toBe(0)
  expect(await client.stream.get(answer.headers.get('stream-media-id')!, account)).toMatchObject({
    meta: { name: 'Untitled' },
    maxDurationSeconds: 600,
    status: { state: 'pendingupload' },
  })
})

test('takes from the metadata what means something, in any case, and keeps the rest as meta', async () => {
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
  const answer = await begin(pairs, { 'Upload-Creator': creator.account.uid })
  expect(await client.stream.get(answer.headers.get('stream-media-id')!, account)).toMatchObject({
    creator: creator.account.uid,
    meta: { name: 'Rain ☂', filetype: 'video/mp4' },
    maxDurationSeconds: 30,
    allowedOrigins: ['example.com', '*.example.org'],
    thumbnailTimestampPct: 0.5,
    uploadExpiry: expiry,
  })
})

test('a file name is the name of what has no other', async () => {
  const answer = await begin({ filename: 'rain.mp4' })
  const { meta } = await client.stream.get(answer.headers.get('stream-media-id')!, account)
  expect(meta).toEqual({ name: 'rain.mp4', filename: 'rain.mp4' })
})

test.each([
  ['no length', { 'Tus-Resumable': '1.0.0' }, 400],
  ['a length of nothing', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '0' }, 400],
  ['a length that is none', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '-5' }, 400],
  ['more than may be sent', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000001' }, 413],
  ['another protocol', { 'Upload-Length': '5000' }, 412],
])('refuses %s', async (_what, headers, status) => {
  const answer = await send(headers)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ success: false, errors: [{ code: 10005 }] })
})

test.each([
  ['a length over ten minutes', metadata({ maxDurationSeconds: '601' })],
  ['an expiry that is past', metadata({ expiry: '2020-01-01T00:00:00Z' })],
  ['an origin that is none', metadata({ allowedorigins: 'example.com,/' })],
  ['what cannot be honoured', metadata({ requiresignedurls: true })],
  ['a watermark', metadata({ watermark: 'mark' })],
  ['what is no metadata', 'name not-base64!'],
])('refuses metadata with %s', async (_what, text) => {
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5000', 'Upload-Metadata': text }
  const answer = await send(headers)
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ success: false })])
})
