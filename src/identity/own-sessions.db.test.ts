import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import {
  caller,
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

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function signInFrom(userAgent: string | null, email = 'mika@example.org'): Promise<Headers> {
  return cookieOf((await at.identity.signIn({ email, password }, { ...caller, userAgent })).setCookies)
}

it('names the browser in words, and stores neither its address nor what it calls itself', async () => {
  const account = await at.signUp()
  const browser = await signInFrom(firefox)
  expect(await at.identity.sessionsOf(account, browser)).toEqual([
    {
      id: expect.any(String),
      current: true,
      device: 'Firefox on Linux',
      createdAt: expect.any(Date),
      lastSeenAt: expect.any(Date),
    },
  ])
  const { rows } = await sql<object>`select ip_address, user_agent from sessions`.execute(at.database.db)
  expect(rows).toEqual([{ ip_address: null, user_agent: null }])
  const { rows: texts } = await sql<{ row: string }>`select sessions::text as row from sessions`.execute(at.database.db)
  expect(texts[0]!.row).not.toMatch(/Mozilla|Gecko|145\.0|192\.0\.2\.1/)
})

it('keeps its words through a change of the password', async () => {
  const account = await at.signUp()
  const from = { ...caller, userAgent: firefox, cookie: (await signInFrom(firefox)).get('cookie') }
  const input = { currentPassword: password, newPassword: 'another password' }
  const { setCookies } = await at.identity.changePassword(account, input, from)
  const sessions = await at.identity.sessionsOf(account, cookieOf(setCookies))
  expect(sessions).toMatchObject([{ current: true, device: 'Firefox on Linux' }])
})

it('lists the own one first, then the last one used, and no expired ones and no one else’s', async () => {
  const account = await at.signUp()
  await at.signUp('other@example.org')
  await signInFrom(null, 'other@example.org')
  const [own, early, late] = [
    await signInFrom(firefox),
    await signInFrom('Version/26.0 Safari/1 (iPhone)'),
    await signInFrom(null),
  ]
  const expired = await signInFrom('Chrome/142.0')
  const { id } = (await at.identity.sessionsOf(account, expired))[0]!
  await sql`update sessions set expires_at = now() where id = ${id}`.execute(at.database.db)
  at.time.now = new Date(Date.now() + 3_600_000)
  await at.identity.accountFor(early)
  at.time.now = new Date(Date.now() + 7_200_000)
  await at.identity.accountFor(late)
  const sessions = await at.identity.sessionsOf(account, own)
  expect(sessions.map(({ current, device }) => [current, device])).toEqual([
    [true, 'Firefox on Linux'],
    [false, 'Unknown device'],
    [false, 'Safari on iPhone'],
  ])
  expect(sessions[1]!.lastSeenAt).toEqual(at.time.now)
})

it('notes its use once in five minutes', async () => {
  const account = await at.signUp()
  const browser = await signInFrom(firefox)
  const seenAfter = async (minutes: number) => {
    at.time.now = new Date(Math.floor(Date.now() / 1000) * 1000 + minutes * 60_000)
    await at.identity.accountFor(browser)
    return (await at.identity.sessionsOf(account, browser))[0]!.lastSeenAt.getTime() - at.time.now.getTime()
  }
  expect(await seenAfter(10)).toBe(0)
  expect(await seenAfter(14)).toBeLessThan(0)
  expect(await seenAfter(20)).toBe(0)
})

it('ends one at a time, of its own account only', async () => {
  const account = await at.signUp()
  const stranger = await at.signUp('other@example.org')
  const [own, other] = [await signInFrom(firefox), await signInFrom(null)]
  const { id } = (await at.identity.sessionsOf(account, other))[0]!
  const gone = { code: 'identity.session_not_found' }
  await expect(at.identity.endOwnSession(stranger, id)).rejects.toMatchObject(gone)
  await at.identity.endOwnSession(account, id)
  expect(await at.identity.accountFor(other)).toBeNull()
  expect(await at.identity.accountFor(own)).toEqual(account)
  await expect(at.identity.endOwnSession(account, id)).rejects.toMatchObject(gone)
})

it('ends all others, and none of other accounts', async () => {
  const account = await at.signUp()
  await at.signUp('other@example.org')
  const [own, one, two] = [await signInFrom(firefox), await signInFrom(null), await signInFrom(null)]
  const someone = await signInFrom(null, 'other@example.org')
  await at.identity.endOtherSessions(account, own)
  const present = await Promise.all([own, one, two, someone].map((browser) => at.identity.accountFor(browser)))
  expect(present.map((found) => found?.email)).toEqual(['mika@example.org', undefined, undefined, 'other@example.org'])
})
