import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Account, Role } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { verbsOf } from '#tests/support/assertions/verbs-of.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { codesOf } from '#tests/support/worlds/test-identity.server.ts'
import type { AccountFields } from './account-fields.ts'
import type { Administration } from './administration.server.ts'
import { auditActions } from './audit.ts'

let site: TestHoshi
let administration: Administration
let admin: Account

beforeAll(async () => {
  site = await createTestHoshi()
  administration = site.hoshi.rooms.administration
})
afterAll(() => site?.close())

beforeEach(async () => {
  await queryDatabase(site.connectionString, `update users set role = 'viewer' where role = 'admin'`)
  admin = await create('admin')
})

const password = 'correct horse battery'
const emailOf = () => `${newId()}@example.org`
const later = () => new Date(Date.now() + 86_400_000)
const suspension = () => ({ suspendedUntil: later(), reason: 'Two warnings were not enough.' })

function create(role: Role): Promise<Account> {
  return administration.accounts.create({ email: emailOf(), password, role })
}

async function newest() {
  return (await administration.audit.list({ limit: 1 })).entries[0]!
}

const rowCount = async () =>
  (await queryDatabase<{ n: number }>(site.connectionString, 'select count(*)::int as n from audit_log'))[0]!.n

/** Every way to change something of the site, by its verb; each returns once it is done. */
const examples: Record<string, [what: string, change: () => Promise<unknown>][]> = {
  'accounts.change': [
    ['role', async () => administration.accounts.change(admin, (await create('viewer')).uid, { role: 'moderator' })],
    ['badge', async () => administration.accounts.change(admin, (await create('creator')).uid, { founderBadge: true })],
    ['quota', async () => administration.accounts.change(admin, (await create('creator')).uid, { quotaBytes: 5 })],
    ['suspend', async () => administration.accounts.change(admin, (await create('viewer')).uid, suspension())],
    [
      'restore',
      async () => {
        const { uid } = await create('viewer')
        await administration.accounts.change(admin, uid, suspension())
        return await administration.accounts.change(admin, uid, { suspendedUntil: null })
      },
    ],
  ],
  'accounts.create': [['any', () => create('moderator')]],
  'accounts.createFirstAdmin': [
    [
      'new',
      async () => administration.accounts.createFirstAdmin({ email: emailOf(), password }, await firstAdminToken()),
    ],
  ],
  'accounts.becomeFirstAdmin': [
    ['known', async () => administration.accounts.becomeFirstAdmin(await create('viewer'), await firstAdminToken())],
  ],
  'settings.change': [
    ['announcement', async () => administration.settings.change(await create('admin'), { announcement: newId() })],
  ],
  'invitations.create': [['any', async () => administration.invitations.create(await create('admin'), { uses: 1 })]],
  'invitations.remove': [
    [
      'any',
      async () => {
        const by = await create('admin')
        return await administration.invitations.remove(
          by,
          (await administration.invitations.create(by, { uses: 1 })).id,
        )
      },
    ],
  ],
  'words.add': [['any', async () => addWord(await create('moderator'))]],
  'words.remove': [
    [
      'any',
      async () => {
        const by = await create('moderator')
        return await administration.words.remove(by, (await addWord(by)).id)
      },
    ],
  ],
}
/** Verbs without an entry: they read, or change no account and no setting. */
const reads = [
  ...['accounts.expectMayLeave', 'accounts.list', 'accounts.find', 'accounts.findByEmail', 'accounts.namesOf'],
  ...['audit.list', 'jobs.failed', 'jobs.counts', 'overview', 'integrity.latest', 'integrity.check'],
  ...['settings.read', 'settings.version', 'settings.announcement', 'invitations.list', 'words.list'],
]
/** Verbs whose entries other tests read: `audit.record` is what all of them call. */
const testedElsewhere = ['audit.record', 'jobs.retry']

const addWord = (by: Account) => administration.words.add(by, { word: newId(), action: 'hold', places: ['comment'] })

async function firstAdminToken(): Promise<string> {
  await queryDatabase(site.connectionString, `update users set role = 'viewer' where role = 'admin'`)
  return (await site.hoshi.rooms.identity.issueFirstAdminToken())!
}

describe('the audit log', () => {
  test('has an example of every verb of the room', () => {
    expect(verbsOf(administration)).toEqual([...reads, ...testedElsewhere, ...Object.keys(examples)].sort())
  })

  test('has a row of every change', async () => {
    const unrecorded: string[] = []
    for (const [verb, list] of Object.entries(examples))
      for (const [what, change] of list) {
        const before = await rowCount()
        await change()
        if ((await rowCount()) <= before) unrecorded.push(`${verb}: ${what}`)
      }
    expect(unrecorded).toEqual([])
  })

  test('has seen every action on accounts and on the site that it knows', async () => {
    const seen = await queryDatabase<{ action: string }>(site.connectionString, 'select distinct action from audit_log')
    expect(seen.map(({ action }) => action).sort()).toEqual(
      auditActions.filter((action) => /^(account|site|invitation|word)\./.test(action)).sort(),
    )
  })

  test('says who did what to whom, why, and what it was before', async () => {
    const { uid } = await create('creator')
    const { suspendedUntil, reason } = suspension()
    await administration.accounts.change(admin, uid, { role: 'moderator', reason: '  For the weekend ' })
    expect(await newest()).toEqual({
      id: expect.stringMatching(/^\d+$/),
      at: expect.any(Date),
      actor: { uid: admin.uid },
      action: 'account.role',
      subject: { kind: 'account', id: uid },
      reason: 'For the weekend',
      before: { role: 'creator' },
      after: { role: 'moderator' },
    })
    await administration.accounts.change('console', uid, { suspendedUntil, reason })
    const end = suspendedUntil.toISOString()
    const change = { before: { suspendedUntil: null }, after: { suspendedUntil: end } }
    expect(await newest()).toMatchObject({ actor: 'console', action: 'account.suspended', reason, ...change })
  })

  test('has no row of what was so already, nor of what was refused', async () => {
    const { uid } = await create('creator')
    const before = await rowCount()
    await administration.accounts.change(admin, uid, { role: 'creator', founderBadge: false, suspendedUntil: null })
    const refused = administration.accounts.change(admin, uid, { role: 'moderator', quotaBytes: -1 })
    await expect(refused).rejects.toMatchObject({ code: 'moderation.quota_invalid' })
    const halfRefused = administration.accounts.change(admin, (await create('viewer')).uid, {
      quotaBytes: 7,
      founderBadge: true,
    })
    await expect(halfRefused).rejects.toMatchObject({ code: 'moderation.badge_without_profile' })
    expect(await rowCount()).toBe(before + 1)
    expect((await newest()).action).toBe('account.created')
  })

  test.each(['update audit_log set reason = $$x$$', 'delete from audit_log', 'truncate audit_log'])(
    'refuses %s',
    async (statement) => {
      await create('viewer')
      const before = await rowCount()
      await expect(queryDatabase(site.connectionString, statement)).rejects.toThrow('audit_log is append-only')
      expect(await rowCount()).toBe(before)
    },
  )

  test('lists what was done to one subject only', async () => {
    const { uid } = await create('creator')
    await administration.accounts.change(admin, uid, { founderBadge: true })
    await create('viewer')
    const newestOf = await administration.audit.list({ subjectId: uid, limit: 1 })
    expect(newestOf.entries.map(({ action, subject }) => [action, subject.id])).toEqual([
      ['account.founding-badge', uid],
    ])
    const rest = await administration.audit.list({ subjectId: uid, cursor: newestOf.nextCursor! })
    expect(rest.entries.map(({ action }) => action)).toEqual(['account.created'])
  })

  test('comes in pages, newest first, and refuses a cursor that it did not write', async () => {
    await create('viewer')
    await create('viewer')
    const first = await administration.audit.list({ limit: 1 })
    const second = await administration.audit.list({ limit: 1, cursor: first.nextCursor! })
    expect(Number(second.entries[0]!.id)).toBeLessThan(Number(first.entries[0]!.id))
    const invalid = { code: 'moderation.cursor_invalid' }
    await expect(administration.audit.list({ cursor: `x${first.nextCursor}` })).rejects.toMatchObject(invalid)
    await expect(administration.accounts.list({ cursor: first.nextCursor! })).rejects.toMatchObject(invalid)
  })
})

describe('a change of an account', () => {
  const change = (actor: Account | 'console', uid: string, fields: AccountFields) =>
    codesOf([administration.accounts.change(actor, uid, fields)])

  test('is refused for oneself and for an admin, for moderators and admins alike', async () => {
    const [other, moderator] = [await create('admin'), await create('moderator')]
    for (const fields of [suspension(), { suspendedUntil: null }]) {
      expect(await change(admin, admin.uid, fields)).toEqual(['moderation.own_account'])
      expect(await change(admin, other.uid, fields)).toEqual(['moderation.admin_account'])
      expect(await change(moderator, moderator.uid, fields)).toEqual(['moderation.own_account'])
      expect(await change(moderator, other.uid, fields)).toEqual(['moderation.admin_account'])
    }
    expect(await change(admin, other.uid, { role: 'viewer' })).toEqual(['moderation.admin_account'])
  })

  test('by a moderator is a suspension or its end, and nothing else', async () => {
    const moderator = await create('moderator')
    const { uid } = await create('creator')
    for (const fields of [{ role: 'viewer' as const }, { founderBadge: true }, { quotaBytes: 1 }])
      expect(await change(moderator, uid, fields)).toEqual(['moderation.admins_only'])
    expect(await change(moderator, uid, suspension())).toEqual([null])
    expect(await change(moderator, uid, { suspendedUntil: null })).toEqual([null])
  })

  test('is refused by the role that the actor has now, not by that of the request', async () => {
    const moderator = await create('moderator')
    const { uid } = await create('viewer')
    await administration.accounts.change(admin, moderator.uid, { role: 'viewer' })
    expect(await change(moderator, uid, suspension())).toEqual(['moderation.admins_only'])
    const suspended = await create('moderator')
    await administration.accounts.change(admin, suspended.uid, suspension())
    expect(await change(suspended, uid, suspension())).toEqual(['moderation.admins_only'])
  })

  test('makes no admin, but from the command line', async () => {
    const { uid } = await create('viewer')
    expect(await change(admin, uid, { role: 'admin' })).toEqual(['identity.role_from_command_line'])
    expect(await change('console', uid, { role: 'admin' })).toEqual([null])
  })

  test('is refused where nobody is, and where a value is impossible', async () => {
    expect(await change(admin, newId(), { role: 'viewer' })).toEqual(['moderation.account_not_found'])
    expect(await change(admin, 'no id', { role: 'viewer' })).toEqual(['moderation.account_not_found'])
    const { uid } = await create('viewer')
    expect(await change(admin, uid, { suspendedUntil: later() })).toEqual(['moderation.reason_required'])
    expect(await change(admin, uid, { ...suspension(), suspendedUntil: new Date() })).toEqual([
      'moderation.until_invalid',
    ])
    expect(await change(admin, uid, { ...suspension(), reason: 'x'.repeat(1001) })).toEqual([
      'moderation.reason_invalid',
    ])
    for (const quotaBytes of [-1, 0.5, 1024 ** 5 + 1, Number.NaN])
      expect(await change(admin, uid, { quotaBytes })).toEqual(['moderation.quota_invalid'])
  })

  test('neither demotes nor suspends the last admin, even two at once', async () => {
    const other = await create('admin')
    const demote = (uid: string) => administration.accounts.change('console', uid, { role: 'viewer' })
    const codes = await codesOf([demote(admin.uid), demote(other.uid)])
    expect(codes.toSorted()).toEqual(['moderation.last_admin', null].toSorted())
    const last = codes[0] === null ? other : admin
    expect(await change('console', last.uid, suspension())).toEqual(['moderation.last_admin'])
    const second = await create('admin')
    expect(await change('console', second.uid, suspension())).toEqual([null])
    // A suspended admin looks after nothing.
    expect(await change('console', last.uid, { role: 'viewer' })).toEqual(['moderation.last_admin'])
  })
})

describe('the link for the first admin', () => {
  test('works once, for the first to use it', async () => {
    const token = await firstAdminToken()
    const { identity } = site.hoshi.rooms
    const another = (await identity.issueFirstAdminToken())!
    const claim = async (used: string) => administration.accounts.becomeFirstAdmin(await create('viewer'), used)
    const codes = await codesOf([claim(token), claim(token), claim(another)])
    expect(codes.toSorted()).toEqual(
      [null, 'moderation.first_admin_link_invalid', 'moderation.first_admin_link_invalid'].toSorted(),
    )
    expect(await identity.issueFirstAdminToken()).toBeNull()
    expect(await identity.isFirstAdminToken(another)).toBe(false)
    const { action, actor, subject, before, after } = await newest()
    expect(actor).toEqual({ uid: subject.id })
    expect({ action, before, after }).toEqual({
      action: 'account.first-admin',
      before: { role: 'viewer' },
      after: { role: 'admin' },
    })
  })

  test('is stored hashed and ends after 24 hours', async () => {
    const token = await firstAdminToken()
    const { identity } = site.hoshi.rooms
    const rows = await queryDatabase<{ row: string }>(
      site.connectionString,
      'select v::text as row from verifications v',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
    expect(await identity.isFirstAdminToken(token)).toBe(true)
    expect(await identity.isFirstAdminToken('')).toBe(false)
    await queryDatabase(
      site.connectionString,
      `update verifications set expires_at = expires_at - interval '24 hours' where value = 'first-admin'`,
    )
    expect(await identity.isFirstAdminToken(token)).toBe(false)
    const late = administration.accounts.createFirstAdmin({ email: emailOf(), password }, token)
    await expect(late).rejects.toMatchObject({ code: 'moderation.first_admin_link_invalid' })
  })
})
