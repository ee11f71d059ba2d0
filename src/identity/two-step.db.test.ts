import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
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

let at: TestIdentity
let account: Account

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
  account = await at.signUp()
})

afterEach(async () => {
  await at.close()
})

const from = (headers: Headers | null) => ({ ...caller, cookie: headers?.get('cookie') ?? null })
const wrong = { code: 'identity.code_wrong' }

/** Turns two-step codes on, which uses up the code of now. */
async function turnOn() {
  const before = await at.signIn()
  const uri = await at.identity.setUpTwoStep(account, { password }, from(before))
  const turned = await at.identity.turnOnTwoStep(account, { code: totpOf(uri) }, from(before))
  return { uri, before, browser: cookieOf(turned.setCookies), codes: turned.recoveryCodes }
}

/** Signs in with the password alone, in a browser that is not known. */
async function enterPassword() {
  const entered = await at.identity.signIn({ email: account.email, password }, caller)
  return { ...entered, browser: cookieOf(entered.setCookies) }
}

const finish = (browser: Headers, code: string) => at.identity.finishSignIn({ code }, from(browser))

describe('turning it on', () => {
  it('takes the password and a code, and gives eight recovery codes and a new session', async () => {
    const { uri, before, browser, codes } = await turnOn()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Hoshi:mika%40example\.org\?secret=[A-Z2-7]{32,}/)
    expect(new Set(codes).size).toBe(8)
    expect(await at.identity.accountFor(before)).toBeNull()
    expect(await at.identity.accountFor(browser)).toEqual(account)
    expect(await at.identity.twoStepOf(account)).toEqual({ isOn: true, usedCodes: Array(8).fill(false) })
    await expect(at.identity.setUpTwoStep(account, { password }, from(browser))).rejects.toMatchObject({
      code: 'identity.two_step_on',
    })
  })

  it('stores neither the secret nor a recovery code as it is', async () => {
    const { uri, codes } = await turnOn()
    const { rows } = await sql<{ row: string }>`select two_factors::text as row from two_factors`.execute(
      at.database.db,
    )
    const secret = /secret=([A-Z2-7]+)/.exec(uri)![1]!
    const readable = [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]
    expect(readable.filter((text) => rows[0]!.row.includes(text))).toEqual([])
  })

  it('does nothing before a code was entered', async () => {
    const browser = await at.signIn()
    await at.identity.setUpTwoStep(account, { password }, from(browser))
    expect(await at.identity.twoStepOf(account)).toEqual({ isOn: false, usedCodes: [] })
    expect(await enterPassword()).toMatchObject({ needsCode: false })
    const turning = at.identity.turnOnTwoStep(account, { code: '000000' }, from(browser))
    await expect(turning).rejects.toMatchObject(wrong)
    const guess = at.identity.setUpTwoStep(account, { password: 'not this one' }, from(browser))
    await expect(guess).rejects.toMatchObject({ code: 'identity.password_wrong' })
  })
})

describe('signing in', () => {
  it('waits for a code after the password, and starts no session before', async () => {
    const { uri } = await turnOn()
    const { needsCode, browser, setCookies } = await enterPassword()
    expect(needsCode).toBe(true)
    expect(setCookies.find((line) => line.startsWith('hoshi_second_step='))).toMatch(
      /; HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/,
    )
    expect(setCookies.filter((line) => line.startsWith('hoshi_device='))).toEqual([])
    expect(await at.identity.accountFor(browser)).toBeNull()
    expect(await at.identity.awaitsCode(browser.get('cookie'))).toBe(true)
    await expect(finish(browser, '000000')).rejects.toMatchObject(wrong)
    const code = totpOf(uri, 1)
    const finished = await finish(browser, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect(await at.identity.accountFor(cookieOf(finished.setCookies))).toEqual(account)
    expect(finished.setCookies.filter((line) => line.startsWith('hoshi_device='))).toHaveLength(1)
    expect(await at.identity.awaitsCode(browser.get('cookie'))).toBe(false)
  })

  it('takes a code of the app once, from however many browsers', async () => {
    const { uri, codes: recoveryCodes } = await turnOn()
    const browsers = [await enterPassword(), await enterPassword(), await enterPassword()]
    const code = totpOf(uri, 1)
    const codes = await codesOf(browsers.map(({ browser }) => finish(browser, code)))
    expect(codes.sort()).toEqual(['identity.code_wrong', 'identity.code_wrong', null].sort())
    const { browser } = await enterPassword()
    // The one that turned it on.
    await expect(finish(browser, totpOf(uri))).rejects.toMatchObject(wrong)
    expect(await finish(browser, recoveryCodes[0]!)).toMatchObject({ account })
  })

  it('takes a recovery code once, in any writing, and shows which are used', async () => {
    const { codes } = await turnOn()
    const first = await enterPassword()
    await finish(first.browser, codes[2]!.toLowerCase().replace('-', ''))
    const second = await enterPassword()
    await expect(finish(second.browser, codes[2]!)).rejects.toMatchObject(wrong)
    await finish(second.browser, codes[7]!)
    const { usedCodes } = await at.identity.twoStepOf(account)
    expect(usedCodes).toEqual([false, false, true, false, false, false, false, true])
  })

  it('ends after five wrong codes, and without a password before', async () => {
    const { uri } = await turnOn()
    const { browser } = await enterPassword()
    for (let n = 0; n < 5; n++) await expect(finish(browser, `00000${n}`)).rejects.toMatchObject(wrong)
    const expired = { code: 'identity.sign_in_expired' }
    await expect(finish(browser, totpOf(uri, 1))).rejects.toMatchObject(expired)
    await expect(at.identity.finishSignIn({ code: totpOf(uri, 1) }, caller)).rejects.toMatchObject(expired)
  })

  it('limits guesses as those at passwords, and a known browser has its own', async () => {
    const { uri, browser: session, codes } = await turnOn()
    const owner = await enterPassword()
    const { setCookies } = await finish(owner.browser, totpOf(uri, 1))
    const device = cookieOf(setCookies.filter((line) => line.startsWith('hoshi_device=')))
    for (let round = 0; round < 2; round++) {
      const { browser } = await enterPassword()
      for (let n = 0; n < 5; n++) await expect(finish(browser, `0000${round}${n}`)).rejects.toMatchObject(wrong)
    }
    await expect(enterPassword()).rejects.toMatchObject({ code: 'identity.too_many_sign_ins' })
    const again = await at.identity.signIn({ email: account.email, password }, from(device))
    const cookie = `${device.get('cookie')}; ${cookieOf(again.setCookies).get('cookie')}`
    expect(await at.identity.finishSignIn({ code: codes[0]! }, { ...caller, cookie })).toMatchObject({ account })
    expect(await at.identity.accountFor(session)).toEqual(account)
  })
})

it('a new password within a session asks for no code, and ends sign-ins that wait for one', async () => {
  const { uri, browser } = await turnOn()
  const waiting = await enterPassword()
  const input = { currentPassword: password, newPassword: 'another password' }
  const { setCookies } = await at.identity.changePassword(account, input, from(browser))
  expect(await at.identity.accountFor(cookieOf(setCookies))).toEqual(account)
  await expect(finish(waiting.browser, totpOf(uri, 1))).rejects.toMatchObject({ code: 'identity.sign_in_expired' })
})

it('a new password by a mailed link leaves it on, and gives no guesses at codes of their own', async () => {
  const { uri } = await turnOn()
  const token = await at.resetToken(account.email)
  const { setCookies } = await at.identity.resetPassword({ token, newPassword: 'another password' }, caller)
  expect(setCookies).toEqual([])
  const entered = await at.identity.signIn({ email: account.email, password: 'another password' }, caller)
  expect(entered.needsCode).toBe(true)
  expect(await at.identity.accountFor(cookieOf(entered.setCookies))).toBeNull()
  expect(await finish(cookieOf(entered.setCookies), totpOf(uri, 1))).toMatchObject({ account })
})

it('the password alone makes the sign-in of a session recent again', async () => {
  const { browser } = await turnOn()
  await sql`update sessions set signed_in_at = now() - interval '1 hour'`.execute(at.database.db)
  await expect(at.identity.requireRecentSignIn(browser)).rejects.toMatchObject({ code: 'identity.sign_in_again' })
  await at.identity.signInAgain(account, { password }, from(browser))
  await at.identity.requireRecentSignIn(browser)
})

it('new recovery codes void the old ones', async () => {
  const { browser, codes } = await turnOn()
  const renewed = await at.identity.newRecoveryCodes(account, { password }, from(browser))
  expect(renewed.filter((code) => codes.includes(code))).toEqual([])
  const waiting = await enterPassword()
  await expect(finish(waiting.browser, codes[0]!)).rejects.toMatchObject(wrong)
  expect(await finish(waiting.browser, renewed[0]!)).toMatchObject({ account })
})

it('turned off, a sign-in takes the password alone, and nothing is left', async () => {
  const { browser } = await turnOn()
  const guess = at.identity.turnOffTwoStep(account, { password: 'not this one' }, from(browser))
  await expect(guess).rejects.toMatchObject({ code: 'identity.password_wrong' })
  const { setCookies } = await at.identity.turnOffTwoStep(account, { password }, from(browser))
  expect(await at.identity.accountFor(cookieOf(setCookies))).toEqual(account)
  expect(await enterPassword()).toMatchObject({ needsCode: false })
  expect(await at.count('two_factors')).toBe(0)
  const renewing = at.identity.newRecoveryCodes(account, { password }, from(cookieOf(setCookies)))
  await expect(renewing).rejects.toMatchObject({ code: 'identity.two_step_off' })
})
