import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { createPasskeyDevice, type PasskeyDevice } from '#tests/support/http/passkey-device.ts'
import { totpOf } from '#tests/support/http/totp.ts'
import {
  caller,
  codesOf,
  cookieOf,
  createTestIdentity,
  password,
  type TestIdentity,
} from '#tests/support/worlds/test-identity.server.ts'
import type { Account } from './account.ts'
import { PASSKEYS_MAX } from './passkey.ts'

const origin = 'http://localhost:3000'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

let at: TestIdentity
let account: Account
let device: PasskeyDevice

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
  account = await at.signUp()
  device = createPasskeyDevice(origin)
})

afterEach(async () => {
  await at.close()
})

/** Calls an open route of a browser that has these cookies. */
async function call(
  method: 'GET' | 'POST',
  path: string,
  cookie: string | null,
  body?: unknown,
  identity = at.identity,
): Promise<Response> {
  const headers = new Headers({ 'user-agent': firefox })
  if (cookie !== null) headers.set('cookie', cookie)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const request = new Request(`${origin}/api/auth/passkey${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const response = await identity.handleOpenRoute(request, caller)
  if (!response) throw new Error(`${path} is not open.`)
  return response
}

/** The cookies of a browser after a response. */
function after(cookie: string | null, response: Response): string {
  const added = cookieOf(response.headers.getSetCookie()).get('cookie')
  return [cookie, added].filter(Boolean).join('; ')
}

const signedIn = async () => (await at.signIn()).get('cookie')!

/** Starts to make a passkey. @returns the answer of the device, and the browser's cookies */
async function make(cookie: string, by = device) {
  const options = await call('GET', '/generate-register-options', cookie)
  return { response: by.create(await options.json()), cookie: after(cookie, options) }
}

async function add(cookie: string, by = device, name?: string): Promise<{ id: string; name: string }> {
  const made = await make(cookie, by)
  const body = { response: made.response, ...(name === undefined ? {} : { name }) }
  return (await (await call('POST', '/verify-registration', made.cookie, body)).json()) as { id: string; name: string }
}

/** Starts a sign-in. @returns the answer of the device, and the browser's cookies */
async function ask(by = device, before: string | null = null) {
  const options = await call('GET', '/generate-authenticate-options', before)
  return { response: by.get(await options.json()), cookie: after(before, options) }
}

async function signIn(by = device, before: string | null = null): Promise<Response> {
  const { response, cookie } = await ask(by, before)
  return await call('POST', '/verify-authentication', cookie, { response })
}

const refused = { code: 'identity.passkey_refused' }

describe('a passkey', () => {
  it('signs in, in a session like any other, named after the browser, and says when it was used', async () => {
    const made = await add(await signedIn())
    expect(made).toMatchObject({ name: 'Firefox on Linux', userId: account.uid, lastUsedAt: null })
    expect(await at.identity.passkeysOf(account)).toEqual([
      { id: made.id, name: 'Firefox on Linux', createdAt: expect.any(Date), lastUsedAt: null },
    ])
    const response = await signIn()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.clone().json()).toMatchObject({ user: { id: account.uid }, session: { userId: account.uid } })
    const browser = cookieOf(response.headers.getSetCookie())
    expect(await at.identity.accountFor(browser)).toEqual(account)
    const [session] = await at.identity.sessionsOf(account, browser)
    expect(session).toMatchObject({ current: true, device: 'Firefox on Linux' })
    expect(await at.identity.passkeysOf(account)).toMatchObject([{ lastUsedAt: at.time.now }])
    expect((await signIn()).status).toBe(200)
  })

  it('is a fresh sign-in, ends the session that the browser had, and makes the browser known', async () => {
    const before = await signedIn()
    await add(before)
    await sql`update sessions set signed_in_at = now() - interval '1 hour'`.execute(at.database.db)
    const response = await signIn(device, before)
    const browser = cookieOf(response.headers.getSetCookie())
    await at.identity.requireRecentSignIn(browser)
    expect(await at.identity.accountFor(new Headers({ cookie: before }))).toBeNull()
    expect(browser.get('cookie')).toContain('hoshi_device=')
  })

  it('is both factors: no code is asked for', async () => {
    const before = await at.signIn()
    const from = { ...caller, cookie: before.get('cookie') }
    const uri = await at.identity.setUpTwoStep(account, { password }, from)
    const { setCookies } = await at.identity.turnOnTwoStep(account, { code: totpOf(uri) }, from)
    await add(cookieOf(setCookies).get('cookie')!)
    const response = await signIn()
    expect(await at.identity.accountFor(cookieOf(response.headers.getSetCookie()))).toEqual(account)
  })

  it('signs a suspended account in, as its password does', async () => {
    await add(await signedIn())
    await sql`update users set suspended_until = now() + interval '1 day', suspension_reason = 'Spam'`.execute(
      at.database.db,
    )
    const { headers } = await signIn()
    const found = await at.identity.accountFor(cookieOf(headers.getSetCookie()))
    expect(found).toMatchObject({ uid: account.uid, suspension: { reason: 'Spam' } })
  })

  it('restores an account that is going to be erased, and says so', async () => {
    const cookie = await signedIn()
    await add(cookie)
    expect(await (await signIn()).json()).toMatchObject({ restored: false })
    await at.identity.deleteAccount(account, { password }, { ...caller, cookie })
    expect(await at.count('sessions')).toBe(0)
    const response = await signIn()
    expect(await response.clone().json()).toMatchObject({ restored: true })
    expect(await at.identity.accountFor(cookieOf(response.headers.getSetCookie()))).toEqual(account)
  })

  it('of a device that verified nobody is neither stored nor accepted', async () => {
    const cookie = await signedIn()
    const touched = createPasskeyDevice(origin, { verifiesPerson: false })
    const made = await make(cookie, touched)
    const adding = call('POST', '/verify-registration', made.cookie, { response: made.response })
    await expect(adding).rejects.toMatchObject(refused)
    expect(await at.count('passkeys')).toBe(0)
    await add(cookie)
    const { response, cookie: asked } = await ask()
    const data = Buffer.from(String(response.response.authenticatorData), 'base64url')
    data[32]! &= ~4
    const changed = { ...response, response: { ...response.response, authenticatorData: data.toString('base64url') } }
    const signing = call('POST', '/verify-authentication', asked, { response: changed })
    await expect(signing).rejects.toMatchObject(refused)
  })

  it('stores public keys only, and no address of its owner', async () => {
    await add(await signedIn())
    const { rows } = await sql<{ row: string }>`select passkeys::text as row from passkeys`.execute(at.database.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(account.email)
  })
})

describe('signing in', () => {
  it('takes a challenge once, also simultaneously, and only of the browser that asked', async () => {
    await add(await signedIn())
    const { response, cookie } = await ask()
    const body = { response }
    await expect(call('POST', '/verify-authentication', null, body)).rejects.toMatchObject(refused)
    const codes = await codesOf([1, 2, 3].map(() => call('POST', '/verify-authentication', cookie, body)))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    await expect(call('POST', '/verify-authentication', cookie, body)).rejects.toMatchObject(refused)
  })

  it('refuses another origin, an unknown passkey and what is no answer of a device', async () => {
    await add(await signedIn())
    const stranger = createPasskeyDevice(origin)
    stranger.create({ challenge: 'x', rp: { id: 'localhost' } })
    await expect(signIn(stranger)).rejects.toMatchObject(refused)
    const { response, cookie } = await ask()
    const clientData = JSON.parse(Buffer.from(String(response.response.clientDataJSON), 'base64url').toString())
    const forged = JSON.stringify({ ...clientData, origin: 'https://evil.example' })
    const answers = [
      { ...response, response: { ...response.response, clientDataJSON: Buffer.from(forged).toString('base64url') } },
      { ...response, response: {} },
      { id: response.id },
      { id: 7 },
      { id: '\0' },
      {},
    ]
    for (const answer of answers) {
      const signing = call('POST', '/verify-authentication', cookie, { response: answer })
      await expect(signing).rejects.toMatchObject(refused)
    }
  })

  it('refuses a copy of the device that counts from the start again', async () => {
    const cookie = await signedIn()
    await add(cookie)
    await signIn()
    await sql`update passkeys set counter = 1000`.execute(at.database.db)
    await expect(signIn()).rejects.toMatchObject(refused)
  })

  it('counts refused passkeys as failed sign-ins of the network', async () => {
    const wrong = () => call('POST', '/verify-authentication', null, { response: { id: 'AAAA' } })
    const codes = await codesOf(Array.from({ length: 22 }, wrong))
    expect(codes.filter((code) => code === 'identity.passkey_refused')).toHaveLength(20)
    expect(codes.filter((code) => code === 'identity.too_many_sign_ins')).toHaveLength(2)
    const guess = at.identity.signIn({ email: account.email, password: 'not this one' }, caller)
    await expect(guess).rejects.toMatchObject({ code: 'identity.too_many_sign_ins' })
  })
})

describe('adding and removing', () => {
  it('want a recent sign-in, and renaming does not', async () => {
    const cookie = await signedIn()
    const { id } = await add(cookie)
    await sql`update sessions set signed_in_at = now() - interval '11 minutes'`.execute(at.database.db)
    const again = { code: 'identity.sign_in_again' }
    await expect(call('GET', '/generate-register-options', cookie)).rejects.toMatchObject(again)
    await expect(call('POST', '/verify-registration', cookie, { response: {} })).rejects.toMatchObject(again)
    await expect(call('POST', '/delete-passkey', cookie, { id })).rejects.toMatchObject(again)
    const renamed = await call('POST', '/update-passkey', cookie, { id, name: ' Linux laptop ' })
    expect(await renamed.json()).toMatchObject({ passkey: { id, name: 'Linux laptop' } })
    expect(await (await call('GET', '/list-user-passkeys', cookie)).json()).toMatchObject([{ name: 'Linux laptop' }])
  })

  it('work in a session of weeks ago, once the password was entered again', async () => {
    const cookie = await signedIn()
    await sql`update sessions set created_at = now() - interval '20 days', signed_in_at = '-infinity'`.execute(
      at.database.db,
    )
    await at.identity.signInAgain(account, { password }, { ...caller, cookie })
    expect(await add(cookie, device, 'Linux laptop')).toMatchObject({ name: 'Linux laptop' })
  })

  it('are for the own passkeys only', async () => {
    const cookie = await signedIn()
    const { id } = await add(cookie)
    const other = await at.signUp('other@example.org')
    const theirs = (await at.signIn('other@example.org')).get('cookie')!
    const missing = { code: 'identity.passkey_not_found' }
    await expect(call('POST', '/delete-passkey', theirs, { id })).rejects.toMatchObject(missing)
    await expect(call('POST', '/update-passkey', theirs, { id, name: 'Mine' })).rejects.toMatchObject(missing)
    await expect(at.identity.removePasskey(other, id)).rejects.toMatchObject(missing)
    expect(await (await call('GET', '/list-user-passkeys', theirs)).json()).toEqual([])
    expect(await at.identity.passkeysOf(account)).toHaveLength(1)
  })

  it('refuse a passkey that somebody has, a challenge of another account, and one more than there may be', async () => {
    const cookie = await signedIn()
    await at.signUp('other@example.org')
    const theirs = (await at.signIn('other@example.org')).get('cookie')!
    const mine = await make(cookie)
    const switched = mine.cookie.replace(cookie, theirs)
    const adding = call('POST', '/verify-registration', switched, { response: mine.response })
    await expect(adding).rejects.toMatchObject(refused)
    await add(cookie)
    const known = await make(theirs)
    await sql`update passkeys set credential_id = ${known.response.id}`.execute(at.database.db)
    const taking = call('POST', '/verify-registration', known.cookie, { response: known.response })
    await expect(taking).rejects.toMatchObject(refused)
    await sql`insert into passkeys (id, user_id, name, credential_id, public_key, device_type, backed_up)
      select 'p' || n, ${account.uid}, 'Key', 'c' || n, '', 'singleDevice', false
      from generate_series(2, ${PASSKEYS_MAX}) n`.execute(at.database.db)
    await expect(make(cookie)).rejects.toMatchObject({ code: 'identity.too_many_passkeys' })
  })

  it('refuse a name that is none', async () => {
    const cookie = await signedIn()
    const invalid = { code: 'identity.passkey_name_invalid' }
    await expect(add(cookie, device, ' ')).rejects.toMatchObject(invalid)
    const { id } = await add(cookie)
    await expect(at.identity.renamePasskey(account, { id, name: 'x'.repeat(61) })).rejects.toMatchObject(invalid)
  })

  it('leave the last way to sign in', async () => {
    const cookie = await signedIn()
    const ids = [(await add(cookie)).id, (await add(cookie, createPasskeyDevice(origin))).id]
    await sql`delete from credentials`.execute(at.database.db)
    expect(await at.identity.waysInOf(account)).toEqual({ hasPassword: false, isLinked: false, passkeyCount: 2 })
    const codes = await codesOf(ids.map((id) => call('POST', '/delete-passkey', cookie, { id })))
    expect(codes.sort()).toEqual(['identity.last_way_in', null].sort())
    expect(await at.count('passkeys')).toBe(1)
  })

  it('leave the sessions that it has started, but no way to start another', async () => {
    const cookie = await signedIn()
    const { id } = await add(cookie)
    const browser = cookieOf((await signIn()).headers.getSetCookie())
    const removed = await call('POST', '/delete-passkey', cookie, { id })
    expect(await removed.json()).toEqual({ status: true })
    expect(await at.identity.accountFor(browser)).toEqual(account)
    await expect(signIn()).rejects.toMatchObject(refused)
  })
})

it('with the account go its passkeys and the ones that are being made', async () => {
  const cookie = await signedIn()
  await add(cookie)
  await make(cookie, createPasskeyDevice(origin))
  await at.identity.deleteAccount(account, { password, now: true }, { ...caller, cookie })
  expect(await at.count('passkeys')).toBe(0)
  const { rows } = await sql<{ row: string }>`select verifications::text as row from verifications`.execute(
    at.database.db,
  )
  expect(rows.filter(({ row }) => row.includes(account.uid) || row.includes(account.email))).toEqual([])
})

it('no route is open where browsers have no passkeys', async () => {
  for (const publicUrl of ['http://hoshi.example', 'http://192.0.2.7', 'https://192.0.2.7']) {
    const identity = at.rebuild({ publicUrl })
    expect(identity.passkeyOrigin).toBeNull()
    const options = call('GET', '/generate-authenticate-options', null, undefined, identity)
    await expect(options).rejects.toThrow('/generate-authenticate-options is not open.')
  }
})

it('the routes read no other fields', async () => {
  const cookie = await signedIn()
  const bodies: [path: string, body: unknown, field: string][] = [
    ['/verify-registration', { response: {}, callbackURL: 'https://evil.example' }, 'callbackURL'],
    ['/verify-registration', { response: {}, name: 7 }, 'name'],
    ['/verify-authentication', { response: 'text' }, 'response'],
    ['/verify-authentication', {}, 'response'],
    ['/update-passkey', { id: 'x' }, 'name'],
    ['/delete-passkey', { id: 'x', name: 'x' }, 'name'],
  ]
  for (const [path, body, field] of bodies) {
    const refusal = { code: 'request.invalid', details: { field } }
    await expect(call('POST', path, cookie, body), path).rejects.toMatchObject(refusal)
  }
})
