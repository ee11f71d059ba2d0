import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { openRaw, type RawResponse, sendRaw } from '#tests/support/http/raw-http.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ environment: compatibleApiSettings })
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

const json = { 'Content-Type': 'application/json' }
const signUp = {
  email: 'mika@example.org',
  password: 'correct horse battery',
  role: 'viewer',
  agreedToTerms: true,
}

function post(path: string, body: string | Uint8Array, headers: Record<string, string> = json): Promise<RawResponse> {
  return sendRaw(site.url + path, { method: 'POST', headers, body })
}

describe('a problem document', () => {
  test('contains the catalogue’s message for the problem, and nothing about internals', async () => {
    const response = await post('/api/v1/accounts', JSON.stringify({ ...signUp, email: 'no address' }))
    expect(response.status).toBe(422)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({
      status: 422,
      title: 'Unprocessable Content',
      code: 'identity.email_invalid',
      detail: 'Please enter a valid email address.',
      field: 'email',
      requestId: response.headers['x-request-id'],
    })
  })

  test('has its own request id, like every other response', async () => {
    const responses = [
      await sendRaw(`${site.url}/api/v1/none`, {}),
      await sendRaw(`${site.url}/api/v1/none`, { headers: { 'X-Request-Id': 'chosen-by-the-caller' } }),
      await sendRaw(`${site.url}/api/v1/episodes`, {}),
      await sendRaw(`${site.url}/healthz`, {}),
      await sendRaw(`${site.url}/api/uploads/none`, { method: 'HEAD' }),
    ]
    const ids = responses.map((response) => String(response.headers['x-request-id']))
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{26}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('leaves the stack, paths and SQL of a fault to the log', async () => {
    const response = await post('/api/v1/accounts', JSON.stringify({ ...signUp, password: '\ud800'.repeat(100) }))
    expect(response.text).not.toMatch(/\bat \S+ \(|node_modules|\.ts:|select |insert /i)
  })
})

describe('an unknown address', () => {
  test('is 404 below /api for every method', async () => {
    for (const path of ['/api/v1/none', '/api/none', '/api/v1', '/api/', '/api/v2/episodes', '/api/v1/episodes/']) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await sendRaw(site.url + path, { method })
        expect([response.status, response.json().code], `${method} ${path}`).toEqual([404, 'request.not_found'])
      }
    }
  })

  test('is 404, as is a method that an address does not have', async () => {
    for (const call of ['PUT /api/v1/episodes', 'GET /api/v1/accounts', 'DELETE /api/v1/accounts']) {
      const [method = '', path = ''] = call.split(' ')
      expect((await sendRaw(site.url + path, { method })).status, call).toBe(404)
    }
  })
})

describe('a body', () => {
  test('over 64 KiB is refused, whether it announces its length or not', async () => {
    const title = 'x'.repeat(1024 * 1024)
    const announced = await post('/api/v1/accounts', JSON.stringify({ title }))
    expect([announced.status, announced.json().code]).toEqual([413, 'request.too_large'])
    const chunked = openRaw(`${site.url}/api/v1/accounts`, {
      method: 'POST',
      headers: { ...json, 'Transfer-Encoding': 'chunked' },
    })
    chunked.request.end(JSON.stringify({ title }))
    expect((await chunked.response).status).toBe(413)
    const signIn = await post('/api/auth/sign-in/email', JSON.stringify({ email: title, password: 'x' }))
    expect(signIn.status).toBe(413)
  })

  test('over 64 KiB of a page’s form is refused with a page that a browser can read', async () => {
    const { call } = createStranger(site.url)
    const form = new FormData()
    form.set('email', 'x'.repeat(1024 * 1024))
    for (const path of ['/login', '/login.data', '/signup', '/forgot-password']) {
      // Decodes as its headers say.
      const response = await call('POST', path, form)
      expect([response.status, response.headers.has('content-encoding')], path).toEqual([413, true])
      expect(await response.text(), path).toContain('This request is too large. Please send less data.')
    }
  })

  test('in chunks is read like any other', async () => {
    const sending = openRaw(`${site.url}/api/v1/accounts`, { method: 'POST', headers: json })
    const body = JSON.stringify({ ...signUp, email: 'chunks@example.org' })
    sending.request.write(body.slice(0, 20))
    sending.request.end(body.slice(20))
    expect((await sending.response).json()).toMatchObject({ email: 'chunks@example.org' })
  })

  test('of just under 64 KiB is read, and refused for its content', async () => {
    const response = await creator.call('POST', '/api/v1/episodes', {
      title: 'x'.repeat(60 * 1024),
      genre: 'Action',
      nsfw: false,
      videoId: 'none',
    })
    expect([response.status, (await response.json()).code]).toEqual([422, 'catalog.title_invalid'])
  })

  test('of another type is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const headers: Record<string, string> = type ? { 'Content-Type': type } : {}
      const response = await post('/api/v1/accounts', JSON.stringify(signUp), headers)
      expect([response.status, response.json().code], type).toEqual([415, 'request.wrong_type'])
    }
    expect((await post('/api/auth/sign-in/email', '{}', { 'Content-Type': 'text/plain' })).status).toBe(415)
  })

  test('that is not JSON is refused', async () => {
    for (const body of ['{', 'null,', '{"email": undefined}', '<a/>', '\0', '{"a":1}{"b":2}']) {
      const response = await post('/api/v1/accounts', body)
      expect([response.status, response.json().code], body).toEqual([400, 'request.unreadable'])
    }
  })

  test('that is JSON of another shape is refused', async () => {
    for (const body of ['null', '[]', '"text"', '1', '{}', '{"email": ["a@b.co"]}']) {
      const response = await post('/api/v1/accounts', body)
      expect([response.status, response.json().code], body).toEqual([422, 'request.invalid'])
    }
    expect((await post('/api/v1/accounts', '')).status).toBeGreaterThanOrEqual(400)
    expect((await post('/api/v1/accounts', '', {})).status).toBeLessThan(500)
  })

  test('with an unknown field is refused, and the field is named', async () => {
    for (const field of ['founderBadge', 'admin', '__proto__x', 'uid', 'createdAt']) {
      const response = await post('/api/v1/accounts', JSON.stringify({ ...signUp, [field]: true }))
      expect(response.json(), field).toMatchObject({ status: 422, code: 'request.invalid', field })
    }
    const fields = { title: 'T', genre: 'Action', nsfw: false, videoId: 'none' }
    for (const field of ['trending', 'founderBadge', 'views', 'likes', 'comments', 'creatorId', 'date', 'nsfwReason']) {
      const response = await creator.call('POST', '/api/v1/episodes', { ...fields, [field]: 1 })
      expect(await response.json(), field).toMatchObject({ status: 422, code: 'request.invalid', field })
    }
  })

  test('with deeply nested or polluting JSON breaks nothing', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    expect((await post('/api/v1/accounts', deep)).status).toBe(422)
    const polluting = `{"__proto__": {"role": "admin"}, "constructor": 1, ${JSON.stringify(signUp).slice(1)}`
    const refused = await post('/api/v1/accounts', polluting)
    expect([refused.status, refused.json().code]).toEqual([422, 'request.invalid'])
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })
})

test('paths and queries of any bytes get a status below 500', async () => {
  const paths = [
    '/api/v1/episodes/%00',
    '/api/v1/episodes/%ff%fe',
    '/api/v1/episodes/%',
    `/api/v1/episodes/${'a'.repeat(4000)}`,
    '/api/v1/episodes/..%2f..%2fetc',
    '/api/v1/creators/%00',
    '/api/v1/creators/%F0%9F%8C%9F',
    '/api/v1/episodes?cursor=%00',
    '/api/v1/episodes?limit=NaN',
    '/api/v1/episodes?limit=-1',
    '/api/v1/episodes?limit=1e9',
    '/api/v1/episodes?limit=60&limit=2',
    '/api/v1/episodes?cursor=eyJhIjoxfQ',
    `/api/v1/episodes?cursor=${'a'.repeat(5000)}`,
    '/api/uploads/%00',
    '/api/uploads/%2e%2e',
    '/media/%00',
    '/%00/iframe',
    '/%ff/iframe',
    '/creators?search=%00',
    '/creator/%00',
    '/watch/%00',
    '/explore?search=%00&genre=%00&creator=%00',
    '//evil.example/api/v1/episodes',
  ]
  for (const path of paths) {
    const response = await sendRaw(site.url, { path })
    expect(response.status, path).toBeLessThan(500)
  }
  expect((await creator.call('GET', '/api/v1/videos/like?name=%00&sizeBytes=1')).status).toBe(422)
  expect((await createStranger(site.url).call('GET', '/api/v1/episodes?limit=61')).status).toBe(422)
  expect((await createStranger(site.url).call('GET', '/api/v1/episodes?limit=60')).status).toBe(200)
})
