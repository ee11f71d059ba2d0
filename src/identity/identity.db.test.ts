import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import {
  codesOf,
  cookieOf,
  createTestIdentity,
  here,
  password,
  type TestIdentity,
} from '#tests/support/test-identity.server.ts'

let at: TestIdentity

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
})

afterEach(async () => {
  await at.close()
})

describe('an account', () => {
  it('is stored under its lower-case address with the time of the clock', async () => {
    at.time.now = new Date('2026-03-01T12:00:00.123Z')
    const account = await at.signUp(' Mika@Example.ORG ', 'creator')
    expect(account).toEqual({
      uid: expect.any(String),
      email: 'mika@example.org',
      role: 'creator',
      createdAt: at.time.now,
    })
  })

  it('does not outlive the transaction that it was made in', async () => {
    const store = await at.identity.prepareAccount({ email: 'mika@example.org', password, role: 'viewer' }, here)
    const failing = at.database.db.transaction().execute(async (trx) => {
      await store(trx)
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    expect([await at.count('users'), await at.count('credentials')]).toEqual([0, 0])
  })

  it('is made once when one address signs up many times at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => at.signUp(n % 2 ? 'A@b.co' : 'a@B.co')),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.filter((each) => each.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(4).fill('identity.email_taken'))
    expect([await at.count('users'), await at.count('credentials')]).toEqual([1, 1])
  })

  it('cannot be made an admin from outside', async () => {
    const input = { email: 'mika@example.org', password, role: 'admin' as 'viewer' }
    await expect(at.identity.prepareAccount(input, here)).rejects.toMatchObject({ code: 'identity.role_unknown' })
  })

  it('can be made 100 times an hour from one address', async () => {
    const store = await at.identity.prepareAccount({ email: 'first@example.org', password, role: 'viewer' }, here)
    await at.database.db.transaction().execute(store)
    await sql`update rate_limits set used = 100 where key like 'signUpsOfAddress:%'`.execute(at.database.db)
    await expect(at.signUp('next@example.org')).rejects.toMatchObject({
      code: 'identity.too_many_sign_ups',
      details: { retryAfterSeconds: expect.any(Number) },
    })
  })
})

describe('a session', () => {
  it('begins at sign-in with a new id each time, and says whose it is', async () => {
    const account = await at.signUp()
    const first = await at.signIn()
    const second = await at.signIn(' MIKA@example.org')
    expect(first.get('cookie')).not.toBe(second.get('cookie'))
    expect(await at.identity.accountFor(first)).toEqual(account)
    expect(await at.identity.accountFor(second)).toEqual(account)
  })

  it('is kept in a cookie that scripts and other sites do not get', async () => {
    await at.signUp()
    const { setCookies } = await at.identity.signIn({ email: 'mika@example.org', password }, here)
    expect(setCookies.map((line) => line.split('=')[0])).toEqual(['hoshi_session', 'hoshi_device'])
    expect(setCookies[0]).toMatch(/; HttpOnly/)
    expect(setCookies[0]).toMatch(/; SameSite=Lax/)
    expect(setCookies[0]).toMatch(/; Path=\//)
    expect(setCookies[0]).toMatch(/; Max-Age=2592000/)
    expect(setCookies[0]).not.toMatch(/Secure|Domain/)
  })

  it('is kept in a __Host- cookie when the site is https', async () => {
    await at.signUp()
    const identity = at.rebuild({ publicUrl: 'https://hoshi.example', secureCookies: true })
    const { setCookies } = await identity.signIn({ email: 'mika@example.org', password }, here)
    expect(setCookies[0]).toMatch(/^__Host-hoshi_session=/)
    expect(setCookies[0]).toMatch(/; Secure/)
    expect(setCookies[1]).toMatch(/^__Host-hoshi_device=.*; Secure/)
    expect(setCookies.join()).not.toMatch(/Domain/)
    const { setCookies: ending } = await identity.signOut(cookieOf(setCookies))
    expect(ending.every((line) => /; Secure/.test(line) && /Max-Age=0/.test(line))).toBe(true)
  })

  it('sees a changed role at the next call', async () => {
    await at.signUp()
    const cookie = await at.signIn()
    await sql`update users set role = 'admin'`.execute(at.database.db)
    expect(await at.identity.accountFor(cookie)).toMatchObject({ role: 'admin' })
  })

  it('ends when its browser signs in again', async () => {
    await at.signUp()
    const cookie = await at.signIn()
    const other = await at.signIn()
    const from = { ...here, cookie: cookie.get('cookie') }
    const { setCookies } = await at.identity.signIn({ email: 'mika@example.org', password }, from)
    expect(await at.identity.accountFor(cookie)).toBeNull()
    expect(await at.identity.accountFor(other)).not.toBeNull()
    expect(await at.identity.accountFor(cookieOf(setCookies))).not.toBeNull()
  })

  it('ends on the server at sign-out, whoever kept the cookie', async () => {
    await at.signUp()
    const cookie = await at.signIn()
    const other = await at.signIn()
    const { setCookies } = await at.identity.signOut(cookie)
    expect(setCookies.join()).toMatch(/hoshi_session=;.*Max-Age=0/)
    expect(await at.identity.accountFor(cookie)).toBeNull()
    expect(await at.identity.accountFor(other)).not.toBeNull()
    await expect(at.identity.signOut(cookie)).resolves.toBeDefined()
    await expect(at.identity.signOut(new Headers())).resolves.toBeDefined()
  })

  it('ends with its time, and the sweep removes it', async () => {
    await at.signUp()
    const cookie = await at.signIn()
    await at.signIn()
    await sql`update sessions set expires_at = now() - interval '1 hour'`.execute(at.database.db)
    expect(await at.identity.accountFor(cookie)).toBeNull()
    await at.signIn()
    await at.identity.sweep()
    expect(await at.count('sessions')).toBe(1)
  })

  it('is nobody for a forged, broken or foreign cookie', async () => {
    await at.signUp()
    const [cookie = ''] = (await at.signIn()).get('cookie')!.split('; ')
    for (const forged of ['hoshi_session=abc', 'hoshi_session=', `${cookie}x`, cookie.replace('=', '=x'), 'a=b; %']) {
      expect(await at.identity.accountFor(new Headers({ cookie: forged }))).toBeNull()
    }
    expect(await at.identity.accountFor(new Headers())).toBeNull()
  })

  it('keeps neither the address nor the browser of the person', async () => {
    await at.signUp()
    await at.signIn()
    const { rows } = await sql`select ip_address, user_agent from sessions`.execute(at.database.db)
    expect(rows).toEqual([{ ip_address: null, user_agent: null }])
  })

  it('reports an outage as an error that carries its cause', async () => {
    await at.signUp()
    const cookie = await at.signIn()
    await at.database.close()
    await expect(at.identity.accountFor(cookie)).rejects.toMatchObject({ cause: { cause: expect.any(Error) } })
    await expect(at.identity.signOut(cookie)).rejects.toThrow()
  })
})

describe('what is stored', () => {
  it('names the email address in the account only, and a network address nowhere', async () => {
    const addresses = ['192.0.2.77', '2001:db8:77::1']
    await at.signUp()
    for (const address of addresses) {
      for (const email of ['mika@example.org', 'nobody@example.org']) {
        await codesOf([at.identity.signIn({ email, password: 'not the password' }, { address })])
        await at.identity.requestPasswordReset({ email }, { address })
      }
      const { setCookies } = await at.identity.signIn({ email: 'mika@example.org', password }, { address })
      await at.identity.signOut(cookieOf(setCookies))
    }
    expect(await at.count('rate_limits')).toBeGreaterThan(8)
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'
    `.execute(at.database.db)
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(at.database.db)
      const stored = JSON.stringify(rows)
      for (const address of [...addresses, '192.0.2.1', '2001:db8:77', 'nobody@example.org']) {
        expect(stored.includes(address), `${name}: ${address}`).toBe(false)
      }
      expect(stored.includes('mika@example.org'), name).toBe(name === 'users')
    }
  })
})

describe('the sweep', () => {
  it('forgets after an hour what servers of an older version counted by address', async () => {
    const now = at.time.now.getTime()
    for (const [key, lastRequest] of Object.entries({ older: now - 3_600_001, recent: now - 3_600_000, latest: now })) {
      await sql`insert into auth_rate_limits (id, key, count, last_request) values (${key}, ${key}, 1, ${lastRequest})`.execute(
        at.database.db,
      )
    }
    await at.identity.sweep()
    const { rows } = await sql`select key from auth_rate_limits order by key`.execute(at.database.db)
    expect(rows).toEqual([{ key: 'latest' }, { key: 'recent' }])
  })
})

describe('signing in', () => {
  it('says the same for an unknown address, a wrong password and no address at all', async () => {
    await at.signUp()
    const tries: [string, string][] = [
      ['mika@example.org', 'not the password'],
      ['nobody@example.org', password],
      ['not an address', password],
      ['mika@example.org', ''],
      ['mika@example.org', 'x'.repeat(10_000)],
    ]
    for (const [email, word] of tries) {
      await expect(at.identity.signIn({ email, password: word }, here)).rejects.toEqual(
        expect.objectContaining({ code: 'identity.sign_in_failed', details: {} }),
      )
    }
  })

  it('lets ten wrong guesses at one account through, however many come at once', async () => {
    await at.signUp()
    const guesses = Array.from({ length: 40 }, (_, n) =>
      at.identity.signIn({ email: 'mika@example.org', password: `wrong guess ${n}` }, { address: `192.0.2.${n}` }),
    )
    const codes = await codesOf(guesses)
    expect(codes.filter((code) => code === 'identity.sign_in_failed')).toHaveLength(10)
    expect(codes.filter((code) => code === 'identity.too_many_sign_ins')).toHaveLength(30)
    await expect(at.signIn()).rejects.toMatchObject({ code: 'identity.too_many_sign_ins' })
  })

  it('lets twenty wrong guesses from one address through, loopback too', async () => {
    const loopback = { address: '127.0.0.1' }
    const guesses = Array.from({ length: 40 }, (_, n) =>
      at.identity.signIn({ email: `person${n}@example.org`, password }, loopback),
    )
    const codes = await codesOf(guesses)
    expect(codes.filter((code) => code === 'identity.sign_in_failed')).toHaveLength(20)
    expect(codes.filter((code) => code === 'identity.too_many_sign_ins')).toHaveLength(20)
  })

  it('is not limited for who knows the password', async () => {
    await at.signUp()
    for (let n = 0; n < 12; n += 1) await at.signIn()
    await Promise.all(Array.from({ length: 12 }, () => at.signIn()))
    expect(await at.count('sessions')).toBe(24)
  })
})
