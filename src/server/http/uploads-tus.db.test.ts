import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { openRaw, type RawResponse, sendRaw } from '#tests/support/http/raw-http.ts'
import {
  cancel,
  createUpload,
  head,
  offsetOf,
  patch,
  patchHeaders,
  someBytes,
  type UploadTarget,
} from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const MAX = 1024 * 1024
let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ environment: { MAX_UPLOAD_BYTES: String(MAX) } })
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

const stored = ({ uid }: UploadTarget) => readFile(join(site.dataDir, 'files/originals', uid))

async function stateOf({ uid }: UploadTarget): Promise<string> {
  const response = await creator.call('GET', `/api/v1/videos/${uid}`)
  return ((await response.json()) as { status: { state: string } }).status.state
}

async function finished(): Promise<{ upload: UploadTarget; bytes: Buffer }> {
  const bytes = someBytes(5000)
  const upload = await createUpload(creator, bytes.length)
  expect((await patch(upload.uploadURL, 0, bytes)).status).toBe(204)
  return { upload, bytes }
}

describe('requesting an upload URL', () => {
  test('returns everything a client needs', async () => {
    const askedAt = Date.now()
    const upload = await createUpload(creator, 10)
    const answeredAt = Date.now()
    expect(upload).toEqual({
      uid: expect.stringMatching(/^[0-9a-z]{26}$/),
      uploadURL: expect.stringMatching(new RegExp(`^${site.url}/api/uploads/[0-9a-z]{26}$`)),
      protocols: ['tus', 'post'],
      expiresAt: expect.stringMatching(/Z$/),
      maxDurationSeconds: 600,
    })
    expect(upload.uploadURL).not.toContain(upload.uid)
    const askedFor = Date.parse(upload.expiresAt) - 24 * 3_600_000
    expect(askedFor).toBeGreaterThanOrEqual(askedAt)
    expect(askedFor).toBeLessThanOrEqual(answeredAt)
  })

  test('takes the largest size and refuses one byte more', async () => {
    await createUpload(creator, MAX)
    const response = await creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: MAX + 1 })
    expect(await response.json()).toMatchObject({ status: 413, code: 'video.too_many_bytes', field: 'sizeBytes' })
  })

  test('refuses invalid sizes and names', async () => {
    for (const sizeBytes of [0, -1, 1.5, '10', null, 2 ** 53, undefined]) {
      const response = await creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes })
      expect(await response.json(), String(sizeBytes)).toMatchObject({ status: 422, field: 'sizeBytes' })
    }
    for (const name of ['', '   ', 'a\0b', '\ud800', 'x'.repeat(256), 'a\nb']) {
      const response = await creator.call('POST', '/api/v1/videos', { name, sizeBytes: 10 })
      expect(await response.json(), name).toMatchObject({ status: 422, code: 'video.name_invalid', field: 'name' })
    }
  })
})

describe('tus', () => {
  test('announces its version and extensions', async () => {
    const { uploadURL } = await createUpload(creator, 10)
    const response = await sendRaw(uploadURL, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'termination,expiration',
    })
  })

  test('takes a file in chunks and stores exactly its bytes', async () => {
    const bytes = someBytes(300_000)
    const upload = await createUpload(creator, bytes.length)
    const first = await head(upload.uploadURL)
    expect(first.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'upload-length': '300000',
      'cache-control': 'no-store',
    })
    for (const [from, to] of [
      [0, 1],
      [1, 100_000],
      [100_000, 300_000],
    ] as const) {
      expect(await offsetOf(upload.uploadURL)).toBe(from)
      const response = await patch(upload.uploadURL, from, bytes.subarray(from, to))
      expect([response.status, response.headers['upload-offset']]).toEqual([204, String(to)])
    }
    expect(await stateOf(upload)).toBe('queued')
    expect((await stored(upload)).equals(bytes)).toBe(true)
  })

  test('refuses a chunk that does not begin where the last one ended', async () => {
    const bytes = someBytes(1000)
    const { uploadURL } = await createUpload(creator, bytes.length)
    await patch(uploadURL, 0, bytes.subarray(0, 400))
    for (const offset of [0, 399, 401, 1000]) {
      const response = await patch(uploadURL, offset, bytes.subarray(400))
      expect([response.status, response.json().code], String(offset)).toEqual([409, 'video.upload_offset'])
    }
    expect(await offsetOf(uploadURL)).toBe(400)
  })

  test('refuses more bytes than were announced, with and without a Content-Length', async () => {
    const bytes = someBytes(2000)
    const { uploadURL } = await createUpload(creator, 1000)
    const announced = await patch(uploadURL, 0, bytes)
    expect([announced.status, announced.json().code]).toEqual([413, 'video.too_many_bytes'])
    expect(await offsetOf(uploadURL)).toBe(0)
    const { 'Content-Length': _, ...headers } = patchHeaders(0, 0)
    const chunked = openRaw(uploadURL, { method: 'PATCH', headers: { ...headers, 'Transfer-Encoding': 'chunked' } })
    chunked.request.end(bytes)
    expect((await chunked.response).status).toBe(413)
    expect(await offsetOf(uploadURL)).toBeLessThanOrEqual(1000)
  })

  test('refuses requests of other protocols and malformed ones', async () => {
    const { uploadURL } = await createUpload(creator, 1000)
    const { 'Tus-Resumable': _, ...other } = patchHeaders(0, 10)
    for (const headers of [other, { ...other, 'Tus-Resumable': '0.2.2' }]) {
      const response = await sendRaw(uploadURL, { method: 'PATCH', headers, body: someBytes(10) })
      expect([response.status, response.json().code]).toEqual([412, 'video.upload_protocol'])
    }
    expect((await sendRaw(uploadURL, { method: 'HEAD' })).status).toBe(412)
    const good = patchHeaders(0, 10)
    const { 'Upload-Offset': __, ...offsetless } = good
    for (const headers of [
      offsetless,
      { ...good, 'Upload-Offset': '-1' },
      { ...good, 'Upload-Offset': 'ten' },
      { ...good, 'Content-Type': 'application/json' },
      { ...good, 'Upload-Length': '5000' },
    ]) {
      const response = await sendRaw(uploadURL, { method: 'PATCH', headers, body: someBytes(10) })
      expect(response.status, JSON.stringify(headers)).toBeGreaterThanOrEqual(400)
      expect(response.status, JSON.stringify(headers)).toBeLessThan(500)
    }
    expect(await offsetOf(uploadURL)).toBe(0)
  })

  test('accepts only URLs that were issued', async () => {
    const { uid, uploadURL } = await createUpload(creator, 10)
    const key = uploadURL.split('/').at(-1)!
    const unknown = [uid, 'a'.repeat(26), key.slice(1), `${key}0`, key.toUpperCase(), '..%2f..', `%00${key}`]
    for (const each of unknown) {
      const url = `${site.url}/api/uploads/${each}`
      expect((await head(url)).status, each).toBe(404)
      expect((await patch(url, 0, someBytes(10))).json(), each).toMatchObject({
        status: 404,
        code: 'video.upload_not_found',
      })
      expect((await cancel(url)).status, each).toBe(404)
      expect((await sendRaw(url, { method: 'POST' })).status, each).toBe(404)
    }
  })

  test('creates no uploads and returns no bytes', async () => {
    const { upload } = await finished()
    const pending = await createUpload(creator, 10)
    await patch(pending.uploadURL, 0, someBytes(5))
    const protocol = { 'Tus-Resumable': '1.0.0' }
    for (const url of [upload.uploadURL, pending.uploadURL]) {
      expect((await sendRaw(url, { headers: protocol })).status).toBe(404)
      for (const method of ['PUT', 'GET', 'PATCH', 'HEAD']) {
        const headers = { ...protocol, 'X-HTTP-Method-Override': 'GET' }
        const response = await sendRaw(url, { method, headers })
        expect(response.headers['content-type'] ?? '', method).not.toContain('octet-stream')
        expect(response.status, method).toBeGreaterThanOrEqual(method === 'HEAD' ? 200 : 400)
      }
    }
    const create = await sendRaw(`${site.url}/api/uploads`, {
      method: 'POST',
      headers: { ...protocol, 'Upload-Length': '10' },
    })
    expect(create.status).toBe(404)
    expect(await offsetOf(pending.uploadURL)).toBe(5)
  })
})

describe('a URL whose owner may no longer upload', () => {
  const protocol = { 'Tus-Resumable': '1.0.0' }

  async function expectUnknownUpload(url: string): Promise<void> {
    const unknown = `${site.url}/api/uploads/${'a'.repeat(26)}`
    const form = { 'Content-Type': 'multipart/form-data; boundary=b' }
    const requests = [
      () => ({ method: 'HEAD', headers: protocol }),
      () => ({ method: 'PATCH', headers: patchHeaders(400, 600), body: someBytes(600) }),
      () => ({ method: 'POST', headers: form, body: '--b--' }),
      () => ({ method: 'DELETE', headers: protocol }),
      () => ({ method: 'GET' }),
    ]
    for (const ask of requests) {
      const [known, stranger] = await Promise.all([sendRaw(url, ask()), sendRaw(unknown, ask())])
      const code = (response: RawResponse) => (response.text === '' ? '' : response.json().code)
      expect([known.status, code(known)], ask().method).toEqual([404, code(stranger)])
      expect(stranger.status).toBe(404)
    }
  }

  test('responds like an unknown one once the role is revoked, and works again once it is restored', async () => {
    const former = await createPerson(site.url, 'creator')
    const upload = await createUpload(former, 1000)
    await patch(upload.uploadURL, 0, someBytes(400))
    const setRole = (role: string) =>
      queryDatabase(
        site.connectionString,
        "update users set role = $2, is_creator = $2::text = 'creator' where id = $1",
        [former.account.uid, role],
      )
    await setRole('viewer')
    await expectUnknownUpload(upload.uploadURL)
    expect(await stored(upload)).toHaveLength(400)
    await setRole('creator')
    expect(await offsetOf(upload.uploadURL)).toBe(400)
  })

  test('responds like an unknown one once the account is deleted', async () => {
    const former = await createPerson(site.url, 'creator')
    const { uploadURL } = await createUpload(former, 1000)
    await patch(uploadURL, 0, someBytes(400))
    const deletion = await former.call('DELETE', '/api/v1/me', { password: former.password, now: true })
    expect(deletion.status).toBe(202)
    await expectUnknownUpload(uploadURL)
  })
})

describe('the URL of a finished upload', () => {
  test('takes nothing more, and reports that everything has arrived', async () => {
    const { upload, bytes } = await finished()
    const again = await patch(upload.uploadURL, bytes.length, someBytes(1))
    expect([again.status, again.json().code]).toEqual([409, 'video.upload_finished'])
    expect((await patch(upload.uploadURL, 0, bytes)).status).toBe(409)
    expect((await sendRaw(upload.uploadURL, { method: 'POST' })).status).toBe(409)
    expect((await cancel(upload.uploadURL)).status).toBe(409)
    const response = await head(upload.uploadURL)
    expect([response.status, response.headers['upload-offset'], response.headers['upload-length']]).toEqual([
      200,
      '5000',
      '5000',
    ])
    expect((await stored(upload)).equals(bytes)).toBe(true)
    expect(await stateOf(upload)).toBe('queued')
  })
})
