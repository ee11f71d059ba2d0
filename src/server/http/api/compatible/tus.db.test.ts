import { afterAll, beforeAll, expect, test } from 'vitest'
import { compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { createUpload, head, patch, someBytes } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ...compatibleApiSettings, MAX_UPLOAD_BYTES: '1000000' } })
})

afterAll(() => site?.close())

const Authorization = `Bearer ${compatibleApiSettings.STREAM_API_TOKEN}`
const whole = { Authorization, 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' }

function send(method: string, headers: Record<string, string>, account = 'hoshi'): Promise<Response> {
  return fetch(`${site.url}/client/v4/accounts/${account}/stream?direct_user=true`, { method, headers })
}

test.each<[what: string, headers: Record<string, string>, status: number]>([
  ['an upload', whole, 201],
  ['a wrong token', { ...whole, Authorization: 'Bearer wrong' }, 401],
  ['no token', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' }, 401],
  ['no length', { Authorization, 'Tus-Resumable': '1.0.0' }, 400],
  ['metadata that is none', { ...whole, 'Upload-Metadata': 'name not-base64!' }, 400],
  ['a file that is too large', { ...whole, 'Upload-Length': '1000001' }, 413],
  ['a page of another site', { ...whole, Origin: 'https://elsewhere.example', Cookie: 'hoshi.session_token=x' }, 403],
])('the answer to %s names the version of tus', async (_, headers, status) => {
  const answer = await send('POST', headers)
  expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([status, '1.0.0'])
  expect(answer.headers.get('tus-version')).toBeNull()
})

test.each<[what: string, headers: Record<string, string>]>([
  ['another version', { ...whole, 'Tus-Resumable': '0.2.2' }],
  ['none', { Authorization, 'Upload-Length': '1000' }],
])('a request in %s is 412 with the versions there are', async (_, headers) => {
  const answer = await send('POST', headers)
  const named = ['tus-resumable', 'tus-version'].map((name) => answer.headers.get(name))
  expect([answer.status, ...named]).toEqual([412, '1.0.0', '1.0.0'])
})

test('a created upload says when it expires', async () => {
  const before = Date.now()
  const answer = await send('POST', whole)
  const expires = answer.headers.get('upload-expires') ?? ''
  expect([answer.status, new Date(expires).toUTCString()]).toEqual([201, expires])
  const day = 24 * 3_600_000
  // The header is in whole seconds.
  expect(Date.parse(expires)).toBeGreaterThanOrEqual(before + day - 1000)
  expect(Date.parse(expires)).toBeLessThanOrEqual(Date.now() + day)
  expect((await head(answer.headers.get('location')!)).headers['upload-expires']).toBe(expires)
})

test('OPTIONS names the extensions, of which only this URL has creation, and needs no version', async () => {
  const answer = await send('OPTIONS', { Authorization })
  expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
    204,
    { 'tus-resumable': '1.0.0', 'tus-version': '1.0.0', 'tus-extension': 'creation,termination,expiration' },
  ])
})

test('HEAD returns the metadata as it was sent, until and after the last byte', async () => {
  const metadata = 'name UmFpbiDimII=, maxDurationSeconds MzA=,empty'
  const created = await send('POST', { ...whole, 'Upload-Metadata': metadata })
  const url = created.headers.get('location')!
  const before = (await head(url)).headers
  expect([before['upload-metadata'], before['upload-offset']]).toEqual([metadata, '0'])
  expect((await patch(url, 0, someBytes(1000))).status).toBe(204)
  const after = (await head(url)).headers
  expect([after['upload-metadata'], after['upload-offset']]).toEqual([metadata, '1000'])
})

test('HEAD returns no metadata where none was sent', async () => {
  const own = await createUpload(await createPerson(site.url, 'creator'), 1000)
  const created = await send('POST', whole)
  for (const url of [created.headers.get('location')!, new URL(own.uploadURL, site.url).href])
    expect((await head(url)).headers).not.toHaveProperty('upload-metadata')
})
