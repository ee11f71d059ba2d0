import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import {
  caller,
  codesOf,
  cookieOf,
  createTestIdentity,
  password,
  type TestIdentity,
  tokenIn,
} from '#tests/support/worlds/test-identity.server.ts'

let at: TestIdentity

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
})

afterEach(async () => {
  await at.close()
})

function post(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(`http://127.0.0.1:3000/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const get = (path: string) => new Request(`http://127.0.0.1:3000/api/auth${path}`)

const closedRoutes = [
  'POST /sign-up/email',
  'POST /sign-in/social',
  'POST /update-user',
  'POST /change-email',
  'POST /change-password',
  'POST /delete-user',
  'POST /update-session',
  'POST /verify-password',
  'POST /get-session',
  'POST /sign-in/email/',
  'POST /sign-in//email',
  'GET /sign-in/email',
  'GET /list-sessions',
  'GET /reset-password/token',
  'GET /error',
  'GET /ok',
  'GET /callback/oidc',
  'POST /link-social',
  'POST /passkey/generate-register-options',
  'GET /passkey/verify-authentication',
  'GET /passkey',
  'GET ',
]

describe('the open routes', () => {
  it('sign in, return the session and sign out in better-auth’s format', async () => {
    const account = await at.signUp()
    const signedIn = await at.identity.handleOpenRoute(
      post('/sign-in/email', { email: account.email, password }),
      caller,
    )
    expect(signedIn!.status).toBe(200)
    expect(signedIn!.headers.get('cache-control')).toBe('no-store')
    expect(await signedIn!.json()).toMatchObject({
      redirect: false,
      token: expect.any(String),
      user: { id: account.uid },
    })
    const cookie = cookieOf(signedIn!.headers.getSetCookie()).get('cookie')!
    const get = () =>
      new Request('http://127.0.0.1:3000/api/auth/get-session?disableRefresh=1', { headers: { cookie } })
    const session = await at.identity.handleOpenRoute(get(), caller)
    expect(await session!.json()).toMatchObject({
      user: { id: account.uid, role: 'viewer' },
      session: { userId: account.uid },
    })
    const signedOut = await at.identity.handleOpenRoute(post('/sign-out', {}, { cookie }), caller)
    expect(await signedOut!.json()).toMatchObject({ success: true })
    expect(await (await at.identity.handleOpenRoute(get(), caller))!.json()).toBeNull()
  })

  it('ignore the origin, which the HTTP layer has validated', async () => {
    await at.signUp()
    const cookie = (await at.signIn()).get('cookie')!
    const headers = { cookie, origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }
    expect((await at.identity.handleOpenRoute(post('/sign-out', '', headers), caller))!.status).toBe(200)
  })

  it('reset a password, with a link that no Host header can change', async () => {
    await at.signUp()
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
    const known = await at.identity.handleOpenRoute(
      post('/request-password-reset', { email: 'mika@example.org' }, forged),
      caller,
    )
    const unknown = await at.identity.handleOpenRoute(
      post('/request-password-reset', { email: 'no@example.org' }),
      caller,
    )
    expect(await known!.text()).toBe(await unknown!.text())
    expect(at.mails[0]!.text).not.toContain('evil')
    const token = tokenIn(at.mails[0])
    const reset = await at.identity.handleOpenRoute(
      post('/reset-password', { token, newPassword: 'another password' }),
      caller,
    )
    expect(await reset!.json()).toEqual({ status: true })
    await at.signIn('mika@example.org', 'another password')
  })

  it('apply the limits of the operations, regardless of the IP address in a header', async () => {
    const guess = (n: number) =>
      at.identity.handleOpenRoute(
        post('/sign-in/email', { email: `p${n}@example.org`, password }, { 'x-real-ip': `198.51.100.${n}` }),
        caller,
      )
    const codes = await codesOf(Array.from({ length: 25 }, (_, n) => guess(n)))
    expect(codes.filter((code) => code === 'identity.too_many_sign_ins')).toHaveLength(5)
    const { rows } = await sql`select used from rate_limits where key like 'calls:%'`.execute(at.database.db)
    expect(rows).toEqual([{ used: 20 }])
  })

  it('refuse unknown fields and invalid input', async () => {
    const refused: [Request, string][] = [
      [post('/sign-in/email', { email: 'a@b.co', password, callbackURL: 'https://evil.example' }), 'request.invalid'],
      [post('/sign-in/email', { email: 'a@b.co', password, rememberMe: false }), 'request.invalid'],
      [post('/sign-in/email', { email: 'a@b.co', password: 12345678 }), 'request.invalid'],
      [post('/sign-in/email', ['a@b.co']), 'request.invalid'],
      [post('/sign-in/email', 'email=a'), 'request.unreadable'],
      [post('/sign-in/email', '{}', { 'content-type': 'text/plain' }), 'request.wrong_type'],
      [post('/sign-in/email', { email: 'a@b.co', password }), 'identity.sign_in_failed'],
      [post('/request-password-reset', { email: 'a@b.co', redirectTo: 'https://evil.example' }), 'request.invalid'],
      [post('/request-password-reset', { email: 'not an address' }), 'identity.email_invalid'],
      [post('/reset-password', { token: 'x', newPassword: 'another password' }), 'identity.reset_link_invalid'],
      [get('/verify-email?token=x'), 'identity.verification_link_invalid'],
      [get('/verify-email'), 'request.invalid'],
      [get('/verify-email?token=x&callbackURL=https://evil.example'), 'request.invalid'],
      [post('/sign-out', { callbackURL: 'https://evil.example' }), 'request.invalid'],
    ]
    for (const [request, code] of refused) {
      await expect(at.identity.handleOpenRoute(request, caller)).rejects.toMatchObject({ code })
    }
  })

  it('are the only ones', async () => {
    for (const route of closedRoutes) {
      const [method, path] = route.split(' ')
      const request = new Request(`http://127.0.0.1:3000/api/auth${path}`, { method })
      expect(await at.identity.handleOpenRoute(request, caller), route).toBeNull()
    }
  })
})
