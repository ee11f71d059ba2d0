import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import {
  caller,
  codesOf,
  cookieOf,
  createTestIdentity,
  password,
  type TestIdentity,
} from '#tests/support/worlds/test-identity.server.ts'

let at: TestIdentity

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
})

afterEach(async () => {
  await at.close()
})

describe('an account', () => {
  it('is stored under its lower-case email address with the time of the clock', async () => {
    at.time.now = new Date('2026-03-01T12:00:00.123Z')
    const account = await at.signUp(' Mika@Example.ORG ', 'creator')
    expect(account).toEqual({
      uid: expect.any(String),
      email: 'mika@example.org',
      role: 'creator',
      isCreator: true,
      suspension: null,
      createdAt: at.time.now,
    })
  })

  it('is rolled back with the transaction that stores it', async () => {
    const store = await at.identity.prepareAccount({ email: 'mika@example.org', password, role: 'viewer' }, caller)
    const failing = transact(at.database.db, async (trx) => {
      await store(trx)
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    expect([await at.count('users'), await at.count('credentials')]).toEqual([0, 0])
  })

  it('is stored once when one email address signs up many times concurrently', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => at.signUp(n % 2 ? 'A@b.co' : 'a@B.co')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = results.filter((each) => each.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(4).fill('identity.email_taken'))
    expect([await at.count('users'), await at.count('credentials')]).toEqual([1, 1])
  })

  it('cannot be made an admin from outside', async () => {
    const input = { email: 'mika@example.org', password, role: 'admin' as 'viewer' }
    await expect(at.identity.prepareAccount(input, caller)).rejects.toMatchObject({ code: 'identity.role_unknown' })
  })

  it('is not created for an address of a disposable mail service, nor counted', async () => {
    const disposableDomains = new Set(['throwaway.example'])
    const identity = at.rebuild({ disposableDomains })
    const prepare = (email: string) => identity.prepareAccount({ email, password, role: 'viewer' }, caller)
    await expect(prepare('Mika@Mail.Throwaway.example')).rejects.toMatchObject({
      code: 'identity.email_disposable',
      details: { field: 'email' },
    })
    expect(await at.count('rate_limits')).toBe(0)
    await transact(at.database.db, await prepare('mika@kept.example'))
  })

  it('needs a proof of work from a busy network, which 64 bits of an IPv6 address are', async () => {
    const busy: string[] = []
    const identity = at.rebuild({
      proofOfWork: { expectWhenBusy: async (...call) => void busy.push(call.join(' ')) },
    })
    const prepare = (ip: string, proof?: string) =>
      identity.prepareAccount({ email: 'mika@example.org', password, role: 'viewer' }, { ip, ...(proof && { proof }) })
    await prepare('2001:db8::1:2')
    await prepare('2001:db8::3', 'a proof')
    await prepare('192.0.2.1')
    expect(busy).toEqual(['sign-up 2001:db8::/64 ', 'sign-up 2001:db8::/64 a proof', 'sign-up 192.0.2.1 '])
  })

  it('needs no proof that could not help: the limit of an hour is checked first', async () => {
    await at.identity.prepareAccount({ email: 'first@example.org', password, role: 'viewer' }, caller)
    await sql`update rate_limits set used = 100 where key like 'signUpsOfAddress:%'`.execute(at.database.db)
    const identity = at.rebuild({
      proofOfWork: {
        expectWhenBusy: async () => {
          throw new Error('asked for a proof')
        },
      },
    })
    const next = identity.prepareAccount({ email: 'next@example.org', password, role: 'viewer' }, caller)
    await expect(next).rejects.toMatchObject({ code: 'identity.too_many_sign_ups' })
  })

  it('can be created 100 times an hour from one IP address', async () => {
    const store = await at.identity.prepareAccount({ email: 'first@example.org', password, role: 'viewer' }, caller)
    await transact(at.database.db, store)
    await sql`update rate_limits set used = 100 where key like 'signUpsOfAddress:%'`.execute(at.database.db)
    await expect(at.signUp('next@example.org')).rejects.toMatchObject({
      code: 'identity.too_many_sign_ups',
      details: { retryAfterSeconds: expect.any(Number) },
    })
  })
})

describe('a session', () => {
  it('starts at sign-in with a new id each time, and identifies its account', async () => {
    const account = await at.signUp()
    const first = await at.signIn()
    const second = await at.signIn(' MIKA@example.org')
    expect(first.get('cookie')).not.toBe(second.get('cookie'))
    expect(await at.identity.accountFor(first)).toEqual(account)
    expect(await at.identity.accountFor(second)).toEqual(account)
  })

  it('is stored in a cookie that scripts and other sites cannot access', async () => {
    await at.signUp()
    const { setCookies } = await at.identity.signIn({ email: 'mika@example.org', password }, caller)
    expect(setCookies.map((line) => line.split('=')[0])).toEqual(['hoshi_session', 'hoshi_device'])
    expect(setCookies[0]).toMatch(/; HttpOnly/)
    expect(setCookies[0]).toMatch(/; SameSite=Lax/)
    expect(setCookies[0]).toMatch(/; Path=\//)
    expect(setCookies[0]).toMatch(/; Max-Age=2592000/)
    expect(setCookies[0]).not.toMatch(/Secure|Domain/)
  })

  it('is stored in a __Host- cookie when the site is https', async () => {
    await at.signUp()
    const identity = at.rebuild({ publicUrl: 'https://hoshi.example', secureCookies: true })
    const { setCookies } = await identity.signIn({ email: 'mika@example.org', password }, caller)
    expect(setCookies[0]).toMatch(/^__Host-hoshi_session=/)
    expect(setCookies[0]).toMatch(/; Secure/)
    expect(setCookies[1]).toMatch(/^__Host-hoshi_device=.*; Secure/)
    expect(setCookies.join()).not.toMatch(/Domain/)
    const { setCookies: endCookies } = await identity.signOut(cookieOf(setCookies))
    expect(endCookies.every((line) => /; Secure/.test(line) && /Max-Age=0/.test(line))).toBe(true)
  })

  it('reflects a changed role at the next call', async () => {
    await at.signUp()
    const cookie = await at.signIn()
    await sql`update users set role = 'admin'`.execute(at.database.db)
    expect(await at.identity.accountFor(cookie)).toMatchObject({ role: 'admin' })
  })

  it('ends when its browser signs in again', async () => {
    await at.signUp()
    const cookie = await at.signIn()
    const other = await at.signIn()
    const from = { ...caller, cookie: cookie.get('cookie') }
    const { setCookies } = await at.identity.signIn({ email: 'mika@example.org', password }, from)
    expect(await at.identity.accountFor(cookie)).toBeNull()
    expect(await at.identity.accountFor(other)).not.toBeNull()
    expect(await at.identity.accountFor(cookieOf(setCookies))).not.toBeNull()
  })

  it('ends on the server at sign-out, even for a copied cookie', async () => {
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

  it('ends when it expires, and `cleanUp` removes it', async () => {
    await at.signUp()
    const cookie = await at.signIn()
    await at.signIn()
    await sql`update sessions set expires_at = now() - interval '1 hour'`.execute(at.database.db)
    expect(await at.identity.accountFor(cookie)).toBeNull()
    await at.signIn()
    await at.identity.cleanUp()
    expect(await at.count('sessions')).toBe(1)
  })

  it('is not found for a forged, broken or foreign cookie', async () => {
    await at.signUp()
    const [cookie = ''] = (await at.signIn()).get('cookie')!.split('; ')
    for (const forged of ['hoshi_session=abc', 'hoshi_session=', `${cookie}x`, cookie.replace('=', '=x'), 'a=b; %']) {
      expect(await at.identity.accountFor(new Headers({ cookie: forged }))).toBeNull()
    }
    expect(await at.identity.accountFor(new Headers())).toBeNull()
  })

  it('stores neither the IP address nor the browser of the person', async () => {
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

describe('the database', () => {
  it('contains the email address in the account only, and IP addresses nowhere', async () => {
    const ips = ['192.0.2.77', '2001:db8:77::1']
    await at.signUp()
    for (const ip of ips) {
      for (const email of ['mika@example.org', 'nobody@example.org']) {
        await codesOf([at.identity.signIn({ email, password: 'not the password' }, { ip })])
        await at.identity.requestPasswordReset({ email }, { ip })
      }
      const { setCookies } = await at.identity.signIn({ email: 'mika@example.org', password }, { ip })
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
      for (const ip of [...ips, '192.0.2.1', '2001:db8:77', 'nobody@example.org']) {
        expect(stored.includes(ip), `${name}: ${ip}`).toBe(false)
      }
      expect(stored.includes('mika@example.org'), name).toBe(name === 'users')
    }
  })
})

describe('cleanUp', () => {
  it('removes after an hour what servers of an older version counted by IP address', async () => {
    const now = at.time.now.getTime()
    for (const [key, lastRequest] of Object.entries({ older: now - 3_600_001, recent: now - 3_600_000, latest: now })) {
      await sql`insert into auth_rate_limits (id, key, count, last_request) values (${key}, ${key}, 1, ${lastRequest})`.execute(
        at.database.db,
      )
    }
    await at.identity.cleanUp()
    const { rows } = await sql`select key from auth_rate_limits order by key`.execute(at.database.db)
    expect(rows).toEqual([{ key: 'latest' }, { key: 'recent' }])
  })
})

describe('signing in', () => {
  it('reports the same for an unknown email address, a wrong password and an invalid address', async () => {
    await at.signUp()
    const tries: [string, string][] = [
      ['mika@example.org', 'not the password'],
      ['nobody@example.org', password],
      ['not an address', password],
      ['mika@example.org', ''],
      ['mika@example.org', 'x'.repeat(10_000)],
    ]
    for (const [email, word] of tries) {
      await expect(at.identity.signIn({ email, password: word }, caller)).rejects.toEqual(
        expect.objectContaining({ code: 'identity.sign_in_failed', details: {} }),
      )
    }
  })

  it('allows ten wrong guesses at one account, however many come concurrently', async () => {
    await at.signUp()
    const guesses = Array.from({ length: 40 }, (_, n) =>
      at.identity.signIn({ email: 'mika@example.org', password: `wrong guess ${n}` }, { ip: `192.0.2.${n}` }),
    )
    const codes = await codesOf(guesses)
    expect(codes.filter((code) => code === 'identity.sign_in_failed')).toHaveLength(10)
    expect(codes.filter((code) => code === 'identity.too_many_sign_ins')).toHaveLength(30)
    await expect(at.signIn()).rejects.toMatchObject({ code: 'identity.too_many_sign_ins' })
  })

  it('allows twenty wrong guesses from one IP address, loopback included', async () => {
    const loopback = { ip: '127.0.0.1' }
    const guesses = Array.from({ length: 40 }, (_, n) =>
      at.identity.signIn({ email: `person${n}@example.org`, password }, loopback),
    )
    const codes = await codesOf(guesses)
    expect(codes.filter((code) => code === 'identity.sign_in_failed')).toHaveLength(20)
    expect(codes.filter((code) => code === 'identity.too_many_sign_ins')).toHaveLength(20)
  })

  it('is not limited with the right password', async () => {
    await at.signUp()
    for (let n = 0; n < 12; n += 1) await at.signIn()
    await Promise.all(Array.from({ length: 12 }, () => at.signIn()))
    expect(await at.count('sessions')).toBe(24)
  })
})
