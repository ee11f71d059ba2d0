import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNTIL_LIFTED } from '#identity/account.ts'
import { createPerson } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { readAdminCommand, runAdminCommand, UsageError } from './admin-command.ts'

let site: TestHoshi
beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
})
afterAll(() => site?.close())

const run = (line: string) => runAdminCommand(site.hoshi.rooms, readAdminCommand(line.split(' ')))

describe('a typed command', () => {
  test.each([
    ['admin create a@b.co', { verb: 'create', email: 'a@b.co', role: 'viewer' }],
    ['admin create --role admin a@b.co', { verb: 'create', email: 'a@b.co', role: 'admin' }],
    ['admin grant a@b.co moderator', { verb: 'grant', email: 'a@b.co', role: 'moderator' }],
    ['admin revoke a@b.co', { verb: 'revoke', email: 'a@b.co' }],
    ['admin founding-badge a@b.co off', { verb: 'founding-badge', email: 'a@b.co', isGranted: false }],
    ['admin quota a@b.co 1000', { verb: 'quota', email: 'a@b.co', quotaBytes: 1000 }],
    [
      'admin suspend a@b.co --until 2036-02-03 --reason Spam',
      { verb: 'suspend', email: 'a@b.co', until: new Date('2036-02-03T23:59:59Z'), reason: 'Spam' },
    ],
    ['admin suspend a@b.co --until lifted', { verb: 'suspend', email: 'a@b.co', until: UNTIL_LIFTED, reason: '' }],
    ['admin restore a@b.co', { verb: 'restore', email: 'a@b.co' }],
    ['admin audit', { verb: 'audit', limit: 40 }],
    ['admin audit --limit 100', { verb: 'audit', limit: 60 }],
  ])('%s', (line, command) => {
    expect(readAdminCommand(line.split(' '))).toEqual(command)
  })

  test.each([
    'accounts',
    'admin',
    'admin erase a@b.co',
    'admin create',
    'admin create a@b.co b@c.co',
    'admin create a@b.co --role owner',
    'admin create a@b.co --password x',
    'admin grant a@b.co',
    'admin grant a@b.co owner',
    'admin founding-badge a@b.co yes',
    'admin quota a@b.co 1.5',
    'admin quota a@b.co -1',
    'admin suspend a@b.co --reason Spam',
    'admin suspend a@b.co --until soon --reason Spam',
    'admin audit all',
  ])('is refused with a sentence: %s', (line) => {
    expect(() => readAdminCommand(line.split(' '))).toThrow(UsageError)
    expect(() => readAdminCommand(line.split(' '))).toThrow(/^.+\.$/)
  })
})

test('the operator makes an admin, who can sign in, and everything is in the log', async () => {
  const [line = ''] = await run('admin create ren@example.org --role admin')
  const password = /once: (\S+)$/.exec(line)?.[1] ?? ''
  const { account } = await site.hoshi.rooms.identity.signIn(
    { email: 'ren@example.org', password },
    { ip: '192.0.2.1' },
  )
  expect(account.role).toBe('admin')
  const { email } = await createPerson(site.url, 'creator')
  expect(await run(`admin grant ${email} moderator`)).toEqual([`${email} is now moderator.`])
  expect(await run(`admin revoke ${email.toUpperCase()}`)).toEqual([`${email} is now creator.`])
  expect(await run(`admin founding-badge ${email} on`)).toEqual([`${email} is now a Founding Creator.`])
  expect(await run(`admin quota ${email} 1000`)).toEqual([`${email} may store 1000 bytes now.`])
  expect(await run(`admin suspend ${email} --until 2099-01-01 --reason Spam`)).toEqual([
    `${email} is suspended until 2099-01-01T23:59:59.000Z. All its sessions have ended.`,
  ])
  expect(await run(`admin restore ${email}`)).toEqual([`${email} may write again.`])
  const log = await run('admin audit')
  expect(log.map((each) => each.split(/ {2,}/).slice(1, 3))).toEqual([
    ['console', 'account.restored'],
    ['console', 'account.suspended'],
    ['console', 'account.quota'],
    ['console', 'account.founding-badge'],
    ['console', 'account.role'],
    ['console', 'account.role'],
    ['console', 'account.created'],
  ])
  expect(log[1]).toContain('"Spam"')
})

test.each([
  ['admin revoke nobody@example.org', 'moderation.account_not_found'],
  ['admin revoke nobody', 'moderation.account_not_found'],
  ['admin create ren@example.org', 'identity.email_taken'],
  ['admin create nobody', 'identity.email_invalid'],
  ['admin revoke ren@example.org', 'moderation.last_admin'],
  ['admin suspend ren@example.org --until lifted', 'moderation.reason_required'],
])('%s is refused: %s', async (line, code) => {
  await expect(run(line)).rejects.toMatchObject({ code })
})
