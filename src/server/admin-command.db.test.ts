import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNTIL_LIFTED } from '#identity/account.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { readAdminCommand, runAdminCommand, UsageError } from './admin-command.ts'

const demoCreator = {
  key: 'mio',
  email: 'mio@demo.hoshi.example',
  username: 'Mio Demo',
  bio: '',
  patreonUrl: '',
  hasAvatar: false,
}

let site: TestHoshi
beforeAll(async () => {
  site = await createTestHoshi({
    demoProgramme: { creators: [demoCreator], episodes: [] },
  })
})
afterAll(() => site?.close())

const rooms = () => ({ ...site.hoshi.rooms, demo: site.hoshi.demo })
const run = (line: string) => runAdminCommand(rooms(), readAdminCommand(line.split(' ')))

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
    ['admin restore e1', { verb: 'restore-episode', id: 'e1' }],
    ['admin take-down e1 --rule 2 --reason Spam', { verb: 'take-down', id: 'e1', rule: '2', reason: 'Spam' }],
    ['admin reprocess e1', { verb: 'reprocess', id: 'e1' }],
    ['admin demo', { verb: 'demo' }],
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
    'admin take-down --rule 2',
    'admin take-down e1 --until 2036-02-03',
    'admin reprocess',
    'admin demo now',
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

describe('an episode', () => {
  const statusOf = async (id: string) => (await fetch(`${site.url}/api/v1/episodes/${id}`)).status

  test('is taken down and restored by the operator, whom no moderator has to confirm', async () => {
    const creator = await createPerson(site.url, 'creator')
    const { id } = await publishEpisode(site, creator, { title: 'Harbour' })
    expect(await run(`admin take-down ${id} --rule 2 --reason Copied.`)).toEqual([
      '“Harbour” is taken down. Its creator reads the reason in ten seconds.',
    ])
    const [announcement] = await queryDatabase<{ seconds: number }>(
      site.connectionString,
      `select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
       where name = 'moderation.announce'`,
    )
    expect(announcement!.seconds).toBeCloseTo(11)
    expect(await statusOf(id)).toBe(404)
    expect(await run(`admin restore ${id}`)).toEqual(['“Harbour” is back as it was before.'])
    expect(await statusOf(id)).toBe(200)
    await expect(run(`admin restore ${id}`)).rejects.toMatchObject({ code: 'moderation.decision_not_found' })
    const [restored, takenDown] = await run('admin audit --limit 2')
    expect(restored).toMatch(new RegExp(`console +decision.undone +${id}`))
    expect(takenDown).toMatch(new RegExp(`console +decision.takedown +${id}.*"Copied."$`))
  })

  test('is restored with a notification if its creator has heard of the takedown', async () => {
    const creator = await createPerson(site.url, 'creator')
    const { id } = await publishEpisode(site, creator, { title: 'Harbour' })
    await run(`admin take-down ${id} --rule 2 --reason Copied.`)
    await queryDatabase(site.connectionString, 'update moderation_decisions set announced_at = now()')
    await run(`admin restore ${id}`)
    const response = await creator.call('GET', '/api/v1/me/notifications')
    const { notifications } = (await response.json()) as { notifications: { decision: object }[] }
    expect(notifications.map(({ decision }) => decision)).toEqual([
      {
        about: 'decision',
        decision: 'takedown',
        outcome: 'reversed',
        subject: { kind: 'episode', id, title: 'Harbour' },
      },
    ])
  })

  test('is made again from its original, played or failed', async () => {
    const creator = await createPerson(site.url, 'creator')
    const { id, video } = await publishEpisode(site, creator, { title: 'Viaduct' })
    await expect(run(`admin reprocess ${id}`)).rejects.toMatchObject({ code: 'video.not_retryable' })
    const originals = join(site.dataDir, 'files/originals')
    await mkdir(originals, { recursive: true })
    await writeFile(join(originals, video.uid), Buffer.alloc(1000))
    const stateOf = async () => {
      const answer = await creator.call('GET', `/api/v1/videos/${video.uid}`)
      return ((await answer.json()) as { status: { state: string } }).status.state
    }
    expect(await stateOf()).toBe('ready')
    expect(await run(`admin reprocess ${id}`)).toEqual(['“Viaduct” is made again from its original.'])
    expect(await stateOf()).toBe('queued')
    const fail = "update videos set state = 'error', step = '', reason_code = 'processing_failed' where uid = $1"
    await queryDatabase(site.connectionString, fail, [video.uid])
    await run(`admin reprocess ${id}`)
    expect(await stateOf()).toBe('queued')
    expect((await run('admin audit --limit 1'))[0]).toMatch(new RegExp(`console +episode.reprocessed +${id}`))
  })

  test.each([
    ['admin take-down unknown --rule 2 --reason Copied.', 'moderation.episode_not_found'],
    ['admin restore unknown', 'moderation.episode_not_found'],
    ['admin reprocess unknown', 'moderation.episode_not_found'],
  ])('that is not there is refused: %s', async (line, code) => {
    await expect(run(line)).rejects.toMatchObject({ code })
  })

  test('stays when the rule or the words are missing', async () => {
    const creator = await createPerson(site.url, 'creator')
    const { id } = await publishEpisode(site, creator, { title: 'Kettle' })
    await expect(run(`admin take-down ${id} --reason Copied.`)).rejects.toMatchObject({
      code: 'moderation.rule_required',
    })
    await expect(run(`admin take-down ${id} --rule 2`)).rejects.toMatchObject({ code: 'moderation.words_required' })
    expect(await statusOf(id)).toBe(200)
  })
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

test('the demo is filled once, although DEMO is off', async () => {
  const [said, creator] = await run('admin demo')
  expect(said).toBe('The demo is there. Its creators, and their passwords:')
  expect(creator).toMatch(/^ {2}Mio Demo: mio@demo\.hoshi\.example, \S{12,}$/)
  expect(await run('admin demo')).toEqual(['The demo is there already, or is being filled.'])
})
