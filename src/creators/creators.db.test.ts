import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import { createTestIdentity, here, password, type TestIdentity } from '#tests/support/test-identity.server.ts'
import { type Creators, createCreators, type SignUp } from './creators.server.ts'

let at: TestIdentity
let creators: Creators

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
  creators = createCreators({ db: at.database.db, identity: at.identity })
})

afterEach(async () => {
  await at.close()
})

function signUp(given: Partial<SignUp> = {}) {
  const input: SignUp = {
    email: 'mika@example.org',
    password,
    role: 'creator',
    agreedToTerms: true,
    ...given,
  }
  return creators.signUp(input, here)
}

describe('signing up', () => {
  it('makes a creator with the profile that was given', async () => {
    const account = await signUp({ username: ' Mika Sato ', bio: 'I draw.', patreonUrl: 'https://patreon.com/mika' })
    expect(await creators.find(account.uid)).toEqual({
      uid: account.uid,
      username: 'Mika Sato',
      bio: 'I draw.',
      avatarUrl: '',
      patreonUrl: 'https://patreon.com/mika',
      founderBadge: false,
      joinedAt: account.createdAt,
    })
  })

  it('drops what a viewer says for creators only, right or wrong', async () => {
    const account = await signUp({ role: 'viewer', username: 'x'.repeat(500), patreonUrl: 'javascript:alert(1)' })
    expect(account.role).toBe('viewer')
    expect(await creators.find(account.uid)).toBeNull()
    expect(await at.count('creators')).toBe(0)
  })

  it('leaves no account behind when the username is taken', async () => {
    await signUp({ username: 'Mika Sato' })
    const again = signUp({ email: 'other@example.org', username: 'ＭＩＫＡ  sato' })
    await expect(again).rejects.toMatchObject({ code: 'creators.username_taken', details: { field: 'username' } })
    expect([await at.count('users'), await at.count('credentials'), await at.count('creators')]).toEqual([1, 1, 1])
    await signUp({ email: 'other@example.org', username: 'Mika Sato 2' })
  })

  it('gives a username to one of many who want it at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => signUp({ email: `p${n}@example.org`, username: 'Mika' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.filter((each) => each.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(4).fill('creators.username_taken'))
    expect([await at.count('users'), await at.count('creators')]).toEqual([1, 1])
  })

  it('lets any number of creators go without a username', async () => {
    await signUp()
    await signUp({ email: 'other@example.org', username: '  ' })
    expect(await at.count('creators')).toBe(2)
  })

  it('says first what is first in the form', async () => {
    const wrong = { email: 'x', password: '', username: 'x'.repeat(41), role: 'admin' as 'viewer' }
    await expect(signUp({ ...wrong, agreedToTerms: false })).rejects.toMatchObject({
      code: 'identity.terms_not_agreed',
    })
    await expect(signUp(wrong)).rejects.toMatchObject({ code: 'identity.email_invalid' })
    const { email: _, ...addressed } = wrong
    await expect(signUp(addressed)).rejects.toMatchObject({ code: 'identity.password_required' })
    await expect(signUp({ role: 'admin' as 'viewer' })).rejects.toMatchObject({ code: 'identity.role_unknown' })
    await expect(signUp({ username: 'x'.repeat(41) })).rejects.toMatchObject({ code: 'creators.username_invalid' })
    expect(await at.count('users')).toBe(0)
  })

  it('says that the address has an account before it says that the username is taken', async () => {
    await signUp({ username: 'Mika' })
    await expect(signUp({ username: 'Mika' })).rejects.toMatchObject({ code: 'identity.email_taken' })
  })
})

describe('profiles', () => {
  it('are found together, without those that do not exist', async () => {
    const one = await signUp({ username: 'One' })
    const two = await signUp({ email: 'two@example.org' })
    const found = await creators.findMany([one.uid, two.uid, two.uid, 'nobody', 'a\u0000b', ''])
    expect([...found.keys()].sort()).toEqual([one.uid, two.uid].sort())
    expect(found.get(one.uid)!.username).toBe('One')
    expect(await creators.findMany([])).toEqual(new Map())
    expect(await creators.find('\u0000')).toBeNull()
  })

  it('are found by any part of the name, in any case and spelling of its letters', async () => {
    const uidOf = async (username: string, at: number) => (await signUp({ username, email: `${at}@example.org` })).uid
    const names = ['Mika Stern', 'ＭＩＫＡＳＡ', '星のスタジオ 100%_', '']
    const [mika, mikasa, hoshi] = await Promise.all(names.map(uidOf))
    const both = [mika, mikasa].sort()
    const find = async (...words: string[]) => (await creators.findUidsByName(words)).map((uids) => uids.sort())
    expect(await find('mika', 'MIKA', 'i', 'kas', 'stern')).toEqual([both, both, both, [mikasa], [mika]])
    expect(await find('星', 'スタ', '%', '_', '0%_')).toEqual(Array(5).fill([hoshi]))
    expect(await find('nobody', '%%', '\u200d', '')).toEqual([[], [], [], []])
    expect(await find()).toEqual([])
  })

  it('go with their account', async () => {
    const account = await signUp()
    await sql`delete from users where id = ${account.uid}`.execute(at.database.db)
    expect(await creators.find(account.uid)).toBeNull()
  })
})
