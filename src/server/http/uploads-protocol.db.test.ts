import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type Person } from '#tests/support/person.ts'
import { type RawAnswer, sendRaw } from '#tests/support/raw-http.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { type Address, askForAddress, cancel, head, patch, patchHeaders, someBytes } from '#tests/support/tus.ts'

// What tus 1.0.0 says that a server must and should do, in its order; uploads are made by an address of their own.

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site?.close())

const bytes = someBytes(1000)
const open = () => askForAddress(creator, bytes.length)

/** An address with the first 400 bytes behind it. */
async function begun(): Promise<Address> {
  const address = await open()
  expect((await patch(address.uploadURL, 0, bytes.subarray(0, 400))).status).toBe(204)
  return address
}

/** Sends a request by POST that is meant as another. */
function instead(method: string, url: string, headers: Record<string, string>, body?: Uint8Array): Promise<RawAnswer> {
  return sendRaw(url, {
    method: 'POST',
    headers: { ...headers, 'X-HTTP-Method-Override': method },
    ...(body ? { body } : {}),
  })
}

const protocol = { 'Tus-Resumable': '1.0.0' }

describe('core', () => {
  test('HEAD tells offset and length, also of nothing yet, and is kept by no cache', async () => {
    const { uploadURL } = await open()
    const told = async () => {
      const { status, headers } = await head(uploadURL)
      return [status, headers['upload-offset'], headers['upload-length'], headers['cache-control']]
    }
    expect(await told()).toEqual([200, '0', '1000', 'no-store'])
    await patch(uploadURL, 0, bytes.subarray(0, 400))
    expect(await told()).toEqual([200, '400', '1000', 'no-store'])
    await patch(uploadURL, 400, bytes.subarray(400))
    expect(await told()).toEqual([200, '1000', '1000', 'no-store'])
  })

  test('HEAD of nothing tells no offset', async () => {
    const { uploadURL } = await open()
    const { status, headers } = await head(uploadURL.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))
    expect([status, headers['upload-offset']]).toEqual([404, undefined])
  })

  test('PATCH appends at its offset and tells the new one', async () => {
    const { uploadURL } = await begun()
    const { status, headers, text } = await patch(uploadURL, 400, bytes.subarray(400, 700))
    expect([status, headers['upload-offset'], text]).toEqual([204, '700', ''])
  })

  test('PATCH at another offset is 409 and changes nothing', async () => {
    const { uploadURL } = await begun()
    expect((await patch(uploadURL, 300, bytes.subarray(300))).status).toBe(409)
    expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
  })

  test.each(['application/octet-stream', 'text/plain', 'multipart/form-data; boundary=b'])(
    'PATCH of %s is 415 and changes nothing',
    async (type) => {
      const { uploadURL } = await begun()
      const headers = { ...patchHeaders(400, 600), 'Content-Type': type }
      expect((await sendRaw(uploadURL, { method: 'PATCH', headers, body: bytes.subarray(400) })).status).toBe(415)
      expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
    },
  )

  test('OPTIONS tells versions and extensions, and needs no version', async () => {
    const { uploadURL } = await open()
    const { status, headers } = await sendRaw(uploadURL, { method: 'OPTIONS' })
    expect([status, headers['tus-version'], headers['tus-extension']]).toEqual([204, '1.0.0', 'termination,expiration'])
  })

  test.each(['HEAD', 'PATCH', 'DELETE'])(
    '%s in another version is 412 with those there are, and does nothing',
    async (method) => {
      const { uploadURL } = await begun()
      const headers = { ...patchHeaders(400, method === 'PATCH' ? 600 : 0), 'Tus-Resumable': '0.2.2' }
      const body = method === 'PATCH' ? { body: bytes.subarray(400) } : {}
      const answer = await sendRaw(uploadURL, { method, headers, ...body })
      expect([answer.status, answer.headers['tus-version']]).toEqual([412, '1.0.0'])
      expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
    },
  )

  test('every answer names the version, and none a concatenation', async () => {
    const { uploadURL } = await begun()
    const answers = [
      await head(uploadURL),
      await sendRaw(uploadURL, { method: 'HEAD' }),
      await patch(uploadURL, 7, bytes),
      await patch(uploadURL, 400, bytes.subarray(400)),
      await head(uploadURL),
      await cancel(uploadURL),
      await sendRaw(uploadURL, { method: 'GET', headers: protocol }),
      await head(`${site.url}/api/uploads/nothing`),
    ]
    expect(answers.map(({ headers }) => headers['tus-resumable'])).toEqual(answers.map(() => '1.0.0'))
    expect(JSON.stringify(answers.map(({ headers }) => headers))).not.toMatch(/concat/i)
  })

  test('the method in X-HTTP-Method-Override counts', async () => {
    const { uploadURL } = await begun()
    const told = await instead('HEAD', uploadURL, protocol)
    expect([told.status, told.headers['upload-offset']]).toEqual([200, '400'])
    const piece = await instead('patch', uploadURL, patchHeaders(400, 300), bytes.subarray(400, 700))
    expect([piece.status, piece.headers['upload-offset']]).toEqual([204, '700'])
    expect((await instead('DELETE', uploadURL, protocol)).status).toBe(204)
    expect((await head(uploadURL)).status).toBe(404)
  })
})

test.each(['TRACE', 'CONNECT', 'BREW', 'two words', 'GET'])(
  'an upload address knows no method %j, and nothing happens',
  async (method) => {
    const { uploadURL } = await begun()
    expect((await instead(method, uploadURL, patchHeaders(400, 600), bytes.subarray(400))).status).toBe(404)
    expect((await head(uploadURL)).headers['upload-offset']).toBe('400')
  },
)

test.each(['TRACE', 'PUT', 'PROPFIND'])('%s is not answered at an upload address', async (method) => {
  const { uploadURL } = await begun()
  expect((await sendRaw(uploadURL, { method, headers: protocol })).status).toBe(404)
})

describe('expiration', () => {
  test('an answer about an unfinished upload says when it expires', async () => {
    const { uploadURL, expiresAt } = await open()
    const expires = new Date(expiresAt).toUTCString()
    expect((await head(uploadURL)).headers['upload-expires']).toBe(expires)
    expect((await patch(uploadURL, 0, bytes.subarray(0, 400))).headers['upload-expires']).toBe(expires)
    expect((await patch(uploadURL, 400, bytes.subarray(400))).headers['upload-expires']).toBeUndefined()
  })
})

describe('termination', () => {
  test('DELETE is 204, and what follows is 404', async () => {
    const { uploadURL } = await begun()
    expect((await cancel(uploadURL)).status).toBe(204)
    const { status, headers } = await head(uploadURL)
    expect([status, headers['upload-offset']]).toEqual([404, undefined])
    expect((await patch(uploadURL, 400, bytes.subarray(400))).status).toBe(404)
  })
})
