import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { caller, createTestIdentity, password, type TestIdentity } from '#tests/support/worlds/test-identity.server.ts'
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
  return creators.signUp(input, caller)
}

describe('signing up', () => {
  it('stores a creator with the given profile', async () => {
    const account = await signUp({ username: ' Mika Sato ', bio: 'I draw.', patreonUrl: 'https://patreon.com/mika' })
    expect(await creators.find(account.uid)).toEqual({
      uid: account.uid,
      username: 'Mika Sato',
      bio: 'I draw.',
      avatarUrl: '',
      patreonUrl: 'https://patreon.com/mika',
      supportLinks: [{ label: 'Patreon', url: 'https://patreon.com/mika', verified: false }],
      founderBadge: false,
      trainingReserved: true,
      madeByPeople: false,
      joinedAt: account.createdAt,
    })
  })

  it('drops creator fields that a viewer sends, valid or not', async () => {
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

  it('gives a username to one of many concurrent sign-ups', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => signUp({ email: `p${n}@example.org`, username: 'Mika' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = results.filter((each) => each.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(4).fill('creators.username_taken'))
    expect([await at.count('users'), await at.count('creators')]).toEqual([1, 1])
  })

  it('refuses look-alikes of an existing username, in other scripts and with other marks', async () => {
    await signUp({ username: 'Mika' })
    const names = ['Мikа', 'МІКА', 'Mi\u0307ka', 'ΜΙΚΑ', 'M1KA']
    const again = names.map((username, n) => signUp({ email: `p${n}@example.org`, username }))
    const results = await Promise.allSettled(again)
    expect(results.map((each) => each.status === 'rejected' && each.reason)).toEqual(
      names.map(() =>
        expect.objectContaining({ code: 'creators.username_looks_taken', details: { field: 'username' } }),
      ),
    )
    expect([await at.count('users'), await at.count('creators')]).toEqual([1, 1])
  })

  it('accepts distinct names of every script side by side', async () => {
    const names = [
      'Jose',
      'José',
      'Мика',
      'Mika',
      'ミカ',
      'みか',
      '미카',
      'ميكا',
      'Ёлка',
      'Елка',
      'Ōkami',
      'Okami',
      '葛城',
    ]
    await Promise.all(names.map((username, n) => signUp({ email: `p${n}@example.org`, username })))
    expect(await at.count('creators')).toBe(names.length)
  })

  it('accepts one of many look-alike names chosen concurrently', async () => {
    const names = ['Mika', 'Мika', 'Mіka', 'Mikа', 'МІКА', 'ΜΙΚΑ', 'M1KA', 'Mi\u0307ka']
    const results = await Promise.allSettled(
      names.map((username, n) => signUp({ email: `p${n}@example.org`, username })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect([await at.count('users'), await at.count('creators')]).toEqual([1, 1])
  })

  it('refuses names reserved for operators, and invisible characters', async () => {
    await expect(signUp({ username: 'Hoshi Suppоrt' })).rejects.toMatchObject({
      code: 'creators.username_reserved',
      details: { field: 'username' },
    })
    await expect(signUp({ username: 'Mi\u200bka' })).rejects.toMatchObject({
      code: 'creators.username_invisible',
      details: { field: 'username' },
    })
    expect(await at.count('users')).toBe(0)
  })

  it('allows any number of creators without a username', async () => {
    await signUp()
    await signUp({ email: 'other@example.org', username: '  ' })
    expect(await at.count('creators')).toBe(2)
  })

  it('reports errors in the order of the form', async () => {
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

  it('reports a taken email address before a taken username', async () => {
    await signUp({ username: 'Mika' })
    await expect(signUp({ username: 'Mika' })).rejects.toMatchObject({ code: 'identity.email_taken' })
  })
})

describe('profiles', () => {
  it('are found in bulk, without those that do not exist', async () => {
    const one = await signUp({ username: 'One' })
    const two = await signUp({ email: 'two@example.org' })
    const found = await creators.findMany([one.uid, two.uid, two.uid, 'nobody', 'a\u0000b', ''])
    expect([...found.keys()].sort()).toEqual([one.uid, two.uid].sort())
    expect(found.get(one.uid)!.username).toBe('One')
    expect(await creators.findMany([])).toEqual(new Map())
    expect(await creators.find('\u0000')).toBeNull()
  })

  it('are found by username, however it is spelt', async () => {
    const { uid } = await signUp({ username: 'Straße Mio' })
    await signUp({ email: 'unnamed@example.org' })
    const spellings = ['Straße Mio', ' strasse  MIO ', 'Ｓtraße Mio']
    const others = ['', ' ', 'Mio', 'x'.repeat(41), 'Mio\u0000']
    const found = await creators.uidsNamed([...spellings, ...others])
    expect([...found]).toEqual(spellings.map((spelling) => [spelling, uid]))
  })

  it('are removed with their account', async () => {
    const account = await signUp()
    await sql`delete from users where id = ${account.uid}`.execute(at.database.db)
    expect(await creators.find(account.uid)).toBeNull()
  })
})

describe('existing names', () => {
  /** Stores a name as a version without these rules does. */
  async function storeOldName(email: string, username: string) {
    const account = await signUp({ email })
    await sql`
      update creators set username = ${username}, username_key = lower(${username}), username_skeletons = null,
        skeleton_version = null
      where uid = ${account.uid}
    `.execute(at.database.db)
    return account
  }

  it('stay valid, even look-alikes and reserved ones, and their profiles can be edited', async () => {
    const names = ['Mika', 'Мika', 'Hoshi', 'Mi\u200bka']
    const accounts = await Promise.all(names.map((name, n) => storeOldName(`p${n}@example.org`, name)))
    await creators.refreshSkeletons()
    for (const [n, account] of accounts.entries()) {
      const edited = await creators.edit(account, { username: ` ${names[n]} `, bio: `Bio ${n}`, patreonUrl: '' })
      expect(edited).toMatchObject({ username: names[n], bio: `Bio ${n}` })
    }
  })

  it('get skeletons once, which then block look-alikes', async () => {
    await storeOldName('mika@example.org', 'Mika')
    await creators.refreshSkeletons()
    await expect(signUp({ email: 'other@example.org', username: 'Мika' })).rejects.toMatchObject({
      code: 'creators.username_looks_taken',
    })
    const versions = async () =>
      (await sql`select uid, xmin::text from creators order by uid`.execute(at.database.db)).rows
    const before = await versions()
    await creators.refreshSkeletons()
    expect(await versions()).toEqual(before)
  })

  it('can be respelled by their owner, but not to resemble somebody else’s', async () => {
    const account = await signUp({ username: 'mika' })
    await signUp({ email: 'other@example.org', username: 'Rafa' })
    expect((await creators.edit(account, { username: 'MIKA' })).username).toBe('MIKA')
    expect((await creators.edit(account, { username: 'Мika' })).username).toBe('Мika')
    for (const [username, code] of [
      ['Rаfа', 'creators.username_looks_taken'],
      ['rafa', 'creators.username_taken'],
      ['Admin', 'creators.username_reserved'],
      ['Ra\u00adfa', 'creators.username_invisible'],
    ] as const) {
      await expect(creators.edit(account, { username })).rejects.toMatchObject({ code, details: { field: 'username' } })
    }
    expect((await creators.find(account.uid))!.username).toBe('Мika')
  })

  it('no longer block look-alikes once their owner has another', async () => {
    const account = await signUp({ username: 'Mika' })
    await creators.edit(account, { username: 'Rafa' })
    await signUp({ email: 'other@example.org', username: 'Мika' })
    expect(await at.count('creators')).toBe(2)
  })

  it('are refused even when a server without the lock assigns one concurrently', async () => {
    const one = await signUp({ username: 'One' })
    const two = await signUp({ email: 'two@example.org', username: 'Two' })
    const { db } = at.database
    const trx = await db.startTransaction().execute()
    await sql`update creators set username = 'Mika', username_key = 'mika' where uid = ${two.uid}`.execute(trx)
    const edited = creators.edit(one, { username: 'Mika' }).catch((error: unknown) => error)
    await eventually('an edit that waits', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db)
      return rows.length === 1
    })
    await trx.commit().execute()
    expect(await edited).toMatchObject({ code: 'creators.username_taken', details: { field: 'username' } })
  })

  it('are not reported as taken when the database fails', async () => {
    const account = await signUp({ username: 'Mika' })
    await sql`alter table creators add constraint no_rafa check (username <> 'Rafa')`.execute(at.database.db)
    await expect(creators.edit(account, { username: 'Rafa' })).rejects.toMatchObject({ code: '23514' })
  })

  it('change one at a time: one of two concurrent edits to look-alikes is refused', async () => {
    const one = await signUp({ username: 'One' })
    const two = await signUp({ email: 'two@example.org', username: 'Two' })
    const results = await Promise.allSettled([
      creators.edit(one, { username: 'Mika' }),
      creators.edit(two, { username: 'Мika' }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
