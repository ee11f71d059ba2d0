import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { type RawResponse, sendRaw } from '#tests/support/http/raw-http.ts'
import {
  cancel,
  createUpload,
  head,
  openPatch,
  patch,
  patchHeaders,
  someBytes,
  type UploadTarget,
} from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

// The requirements and recommendations of tus 1.0.0 for servers, in its order. Hoshi creates uploads by its own API.

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site?.close())

const bytes = someBytes(1000)
const open = () => createUpload(creator, bytes.length)

/** An upload that has received the first 400 bytes. */
async function startUpload(): Promise<UploadTarget> {
  const upload = await open()
  expect((await patch(upload.uploadURL, 0, bytes.subarray(0, 400))).status).toBe(204)
  return upload
}

/** Sends a request by POST with another method as its override. */
function sendOverridden(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: Uint8Array,
): Promise<RawResponse> {
  return sendRaw(url, {
    method: 'POST',
    headers: { ...headers, 'X-HTTP-Method-Override': method },
    ...(body ? { body } : {}),
  })
}

const protocol = { 'Tus-Resumable': '1.0.0' }

describe('core', () => {
  test('HEAD returns offset and length, also of an empty upload, and is never cached', async () => {
    const { uploadURL } = await open()
    const offsetHeaders = async () => {
      const { status, headers } = await head(uploadURL)
      return [status, headers['upload-offset'], headers['upload-length'], headers['cache-control']]
    }
    expect(await offsetHeaders()).toEqual([200, '0', '1000', 'no-store'])
    await patch(uploadURL, 0, bytes.subarray(0, 400))
    expect(await offsetHeaders()).toEqual([200, '400', '1000', 'no-store'])
    await patch(uploadURL, 400, bytes.subarray(400))
    expect(await offsetHeaders()).toEqual([200, '1000', '1000', 'no-store'])
  })

  test('HEAD of an unknown URL returns no offset', async () => {
    const { uploadURL } = await open()
    const { status, headers } = await head(uploadURL.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))
    expect([status, headers['upload-offset']]).toEqual([404, undefined])
  })

  test('PATCH appends at its offset and returns the new one', async () => {
    const { uploadURL } = await startUpload()
    const { status, headers, text } = await patch(uploadURL, 400, bytes.subarray(400, 700))
    expect([status, headers['upload-offset'], text]).toEqual([204, '700', ''])
  })

  test('PATCH at another offset is 409 and changes nothing', async () => {
    const { uploadURL } = await startUpload()
    expect((await patch(uploadURL, 300, bytes.subarray(300))).status).toBe(409)
    expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
  })

  test.each(['', '-1', '+400', '400.0', '0x190', 'ten', '400, 400', '9'.repeat(400)])(
    'PATCH at the offset %j, which is no number, is 400 and changes nothing',
    async (offset) => {
      const { uploadURL } = await startUpload()
      const headers = { ...patchHeaders(400, 600), 'Upload-Offset': offset }
      expect((await sendRaw(uploadURL, { method: 'PATCH', headers, body: bytes.subarray(400) })).status).toBe(400)
      expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
    },
  )

  test('PATCH without an offset is 400 and changes nothing', async () => {
    const { uploadURL } = await startUpload()
    const { 'Upload-Offset': _, ...headers } = patchHeaders(400, 600)
    expect((await sendRaw(uploadURL, { method: 'PATCH', headers, body: bytes.subarray(400) })).status).toBe(400)
    expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
  })

  test('PATCH that is cut keeps what has arrived', async () => {
    const { uid, uploadURL } = await startUpload()
    const { request, response } = openPatch(uploadURL, 400, 600)
    request.write(bytes.subarray(400, 700))
    await expect.poll(async () => (await readFile(join(site.dataDir, 'files/originals', uid))).length).toBe(700)
    request.destroy()
    await expect(response).rejects.toThrow()
    expect((await head(uploadURL)).headers['upload-offset']).toBe('700')
    expect((await patch(uploadURL, 700, bytes.subarray(700))).status).toBe(204)
  })

  test.each(['application/octet-stream', 'text/plain', 'multipart/form-data; boundary=b'])(
    'PATCH of %s is 415 and changes nothing',
    async (type) => {
      const { uploadURL } = await startUpload()
      const headers = { ...patchHeaders(400, 600), 'Content-Type': type }
      expect((await sendRaw(uploadURL, { method: 'PATCH', headers, body: bytes.subarray(400) })).status).toBe(415)
      expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
    },
  )

  test.each([
    ['no version', {}],
    ['another version', { 'Tus-Resumable': '0.2.2' }],
  ])('OPTIONS returns versions and extensions, also to a client with %s', async (_, sent) => {
    const { uploadURL } = await open()
    const { status, headers } = await sendRaw(uploadURL, { method: 'OPTIONS', headers: sent })
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'termination,expiration',
    })
  })

  test.each(['HEAD', 'PATCH', 'DELETE'])(
    '%s in another version is 412 with those there are, and does nothing',
    async (method) => {
      const { uploadURL } = await startUpload()
      const headers = { ...patchHeaders(400, method === 'PATCH' ? 600 : 0), 'Tus-Resumable': '0.2.2' }
      const body = method === 'PATCH' ? { body: bytes.subarray(400) } : {}
      const response = await sendRaw(uploadURL, { method, headers, ...body })
      expect([response.status, response.headers['tus-version']]).toEqual([412, '1.0.0'])
      expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
    },
  )

  test('every response names the version, and none a concatenation', async () => {
    const { uploadURL } = await startUpload()
    const responses = [
      await head(uploadURL),
      await sendRaw(uploadURL, { method: 'HEAD' }),
      await patch(uploadURL, 7, bytes),
      await patch(uploadURL, 400, bytes.subarray(400)),
      await head(uploadURL),
      await cancel(uploadURL),
      await sendRaw(uploadURL, { method: 'GET', headers: protocol }),
      await head(`${site.url}/api/uploads/nothing`),
    ]
    expect(responses.map(({ headers }) => headers['tus-resumable'])).toEqual(responses.map(() => '1.0.0'))
    expect(JSON.stringify(responses.map(({ headers }) => headers))).not.toMatch(/concat/i)
  })

  test('the method in X-HTTP-Method-Override counts', async () => {
    const { uploadURL } = await startUpload()
    const response = await sendOverridden('HEAD', uploadURL, protocol)
    expect([response.status, response.headers['upload-offset']]).toEqual([200, '400'])
    const patched = await sendOverridden('patch', uploadURL, patchHeaders(400, 300), bytes.subarray(400, 700))
    expect([patched.status, patched.headers['upload-offset']]).toEqual([204, '700'])
    expect((await sendOverridden('DELETE', uploadURL, protocol)).status).toBe(204)
    expect((await head(uploadURL)).status).toBe(404)
  })
})

test.each(['TRACE', 'CONNECT', 'BREW', 'two words', 'GET'])(
  'an upload URL supports no method %j, and nothing happens',
  async (method) => {
    const { uploadURL } = await startUpload()
    expect((await sendOverridden(method, uploadURL, patchHeaders(400, 600), bytes.subarray(400))).status).toBe(404)
    expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
  },
)

test.each(['TRACE', 'PUT', 'PROPFIND'])('%s is not supported at an upload URL', async (method) => {
  const { uploadURL } = await startUpload()
  expect((await sendRaw(uploadURL, { method, headers: protocol })).status).toBe(404)
})

describe('expiration', () => {
  test('responses about an unfinished upload contain its expiry', async () => {
    const { uploadURL, expiresAt } = await open()
    const expires = new Date(expiresAt).toUTCString()
    expect((await head(uploadURL)).headers['upload-expires']).toBe(expires)
    expect((await patch(uploadURL, 0, bytes.subarray(0, 400))).headers['upload-expires']).toBe(expires)
    expect((await patch(uploadURL, 400, bytes.subarray(400))).headers['upload-expires']).toBeUndefined()
  })
})

describe('termination', () => {
  test('DELETE is 204, and later requests are 404', async () => {
    const { uploadURL } = await startUpload()
    expect((await cancel(uploadURL)).status).toBe(204)
    const { status, headers } = await head(uploadURL)
    expect([status, headers['upload-offset']]).toEqual([404, undefined])
    expect((await patch(uploadURL, 400, bytes.subarray(400))).status).toBe(404)
  })
})
