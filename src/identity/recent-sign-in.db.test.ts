import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { caller, createTestIdentity, password, type TestIdentity } from '#tests/support/worlds/test-identity.server.ts'

let at: TestIdentity

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
})

afterEach(async () => {
  await at.close()
})

/** Makes the sign-ins of all sessions older. */
async function ageSignIns(minutes: number): Promise<void> {
  await sql`update sessions set signed_in_at = signed_in_at - make_interval(mins => ${minutes})`.execute(at.database.db)
}

const fromBrowser = (headers: Headers) => ({ ...caller, cookie: headers.get('cookie') })

it('is recent for ten minutes after sign-in', async () => {
  await at.signUp()
  const browser = await at.signIn()
  await at.identity.requireRecentSignIn(browser)
  await ageSignIns(9)
  await at.identity.requireRecentSignIn(browser)
  await ageSignIns(2)
  await expect(at.identity.requireRecentSignIn(browser)).rejects.toMatchObject({ code: 'identity.sign_in_again' })
})

it('becomes recent again by the password, for the session that asked only', async () => {
  const account = await at.signUp()
  const [browser, other] = [await at.signIn(), await at.signIn()]
  await ageSignIns(60)
  await at.identity.signInAgain(account, { password }, fromBrowser(browser))
  await at.identity.requireRecentSignIn(browser)
  await expect(at.identity.requireRecentSignIn(other)).rejects.toMatchObject({ code: 'identity.sign_in_again' })
})

it('stays old after a wrong password, which counts as a guess', async () => {
  const account = await at.signUp()
  const browser = await at.signIn()
  await ageSignIns(60)
  const guess = () => at.identity.signInAgain(account, { password: 'not this one' }, fromBrowser(browser))
  for (let n = 0; n < 10; n++) await expect(guess()).rejects.toMatchObject({ code: 'identity.password_wrong' })
  await expect(guess()).rejects.toMatchObject({ code: 'identity.too_many_sign_ins' })
  await expect(at.identity.requireRecentSignIn(browser)).rejects.toMatchObject({ code: 'identity.sign_in_again' })
})

it('needs a session, of the account itself', async () => {
  const account = await at.signUp()
  await at.signUp('other@example.org')
  const other = await at.signIn('other@example.org')
  const required = { code: 'identity.sign_in_required' }
  await expect(at.identity.requireRecentSignIn(new Headers())).rejects.toMatchObject(required)
  await expect(at.identity.signInAgain(account, { password }, fromBrowser(other))).rejects.toMatchObject(required)
})
