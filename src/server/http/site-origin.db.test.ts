import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { sendRaw } from '#tests/support/http/raw-http.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let cookie: string

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
  cookie = await sessionCookie(creator)
})

afterAll(() => site?.close())

async function sessionCookie({ email, password }: Person): Promise<string> {
  const response = await sendRaw(`${site.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
}

/** Sends the same write, with different headers for its origin. */
async function write(headers: Record<string, string>, path = '/api/v1/videos'): Promise<[number, unknown]> {
  const response = await sendRaw(site.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ name: 'clip.mp4', sizeBytes: 10 }),
  })
  return [response.status, response.json().code]
}

const refused = [403, 'request.foreign_origin']

describe('a write with a session', () => {
  test('is accepted when it comes from this site', async () => {
    expect((await write({ Cookie: cookie, Origin: site.url }))[0]).toBe(201)
    const { port, host } = new URL(site.url)
    expect((await write({ Cookie: cookie, Origin: `http://localhost:${port}`, Host: `localhost:${port}` }))[0]).toBe(
      201,
    )
    expect((await write({ Cookie: cookie, Origin: site.url, Host: host }))[0]).toBe(201)
  })

  test('is refused when it does not name its origin', async () => {
    expect(await write({ Cookie: cookie })).toEqual(refused)
    expect(await write({ Cookie: cookie, Referer: `${site.url}/upload` })).toEqual(refused)
  })

  test('is refused from any other site', async () => {
    const { port } = new URL(site.url)
    const foreign = [
      'https://evil.example',
      'null',
      '',
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${Number(port) + 1}`,
      'http://127.0.0.1',
      `http://localhost:${port}`,
      `http://127.0.0.1:${port}.evil.example`,
      `${site.url}/`,
      `${site.url}, https://evil.example`,
    ]
    for (const origin of foreign) expect(await write({ Cookie: cookie, Origin: origin }), origin).toEqual(refused)
  })

  test('is refused when a forged Host agrees with its Origin', async () => {
    expect(await write({ Cookie: cookie, Host: 'evil.example', Origin: 'http://evil.example' })).toEqual(refused)
    const forwarded = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
    expect(await write({ Cookie: cookie, Origin: 'http://evil.example', ...forwarded })).toEqual(refused)
  })

  test('is refused at every path that writes, uploads and sign-in included', async () => {
    const foreign = { Cookie: cookie, Origin: 'https://evil.example' }
    for (const path of [
      '/api/v1/accounts',
      '/api/v1/episodes',
      '/api/v1/episodes/x/views',
      '/api/auth/sign-in/email',
      '/api/auth/sign-out',
      '/api/auth/request-password-reset',
      '/api/auth/reset-password',
      '/api/uploads/any',
      '/api/none',
    ]) {
      expect(await write(foreign, path), path).toEqual(refused)
    }
  })
})

test('a write without a session may come from a program, but from no other site’s page', async () => {
  expect(await write({})).toEqual([401, 'identity.sign_in_required'])
  expect(await write({ Origin: 'https://evil.example' })).toEqual(refused)
})

test('a forged Host appears in no URL of a response', async () => {
  const response = await sendRaw(`${site.url}/api/openapi.json`, { headers: { Host: 'evil.example' } })
  expect(response.text).not.toContain('evil.example')
})

test('reading needs no origin', async () => {
  const response = await sendRaw(`${site.url}/api/auth/get-session`, {
    headers: { Cookie: cookie, Origin: 'https://evil.example' },
  })
  expect(response.status).toBe(200)
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
})

describe('with PUBLIC_URL', () => {
  test('only that origin writes, and cookies are Secure with the __Host- prefix', async () => {
    const named = await createTestHoshi({ environment: { PUBLIC_URL: 'https://hoshi.example' } })
    try {
      const ask = (path: string, headers: Record<string, string>, body: object) =>
        sendRaw(named.url + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
      const { email, password } = creator
      const origin = { Origin: 'https://hoshi.example' }
      const account = { email, password, role: 'creator', agreedToTerms: true }
      expect((await ask('/api/v1/accounts', { Origin: named.url }, account)).status).toBe(403)
      expect((await ask('/api/v1/accounts', origin, account)).status).toBe(201)
      const entered = await ask('/api/auth/sign-in/email', origin, { email, password })
      const [line = ''] = entered.headers['set-cookie'] ?? []
      expect(line).toMatch(/^__Host-hoshi_session=/)
      for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(line).toContain(attribute)
      expect(line).not.toMatch(/domain=/i)
      expect(entered.headers['strict-transport-security']).toBe('max-age=31536000')
      const session = { Cookie: line.split(';')[0]! }
      const video = { name: 'clip.mp4', sizeBytes: 10 }
      const created = await ask('/api/v1/videos', { ...session, ...origin }, video)
      expect(created.status).toBe(201)
      expect(created.json().uploadURL).toMatch(/^https:\/\/hoshi\.example\/api\/uploads\//)
      expect((await ask('/api/v1/videos', session, video)).status).toBe(403)
    } finally {
      await named.close()
    }
  })
})
