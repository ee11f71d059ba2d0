import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { archiveOf, bringHere, exportedEpisode, packed, sendArchive } from '#tests/support/http/archives.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { someBytes } from '#tests/support/http/tus.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
})
afterAll(() => site?.close())

const withProfile = (fields: object) => archiveOf({ profile: { username: 'Never taken' }, ...fields })
const linksOf = (count: number) => `{"profile":{"username":"Never taken","supportLinks":[${'1,'.repeat(count)}1]}}`

const archives: [what: string, archive: () => Promise<Buffer>, problem: string][] = [
  ['one that ends between files', async () => (await packed()).subarray(0, 1024), 'damaged'],
  ['nothing but an end', async () => Buffer.alloc(1024), 'no_document'],
  ['a document elsewhere', () => archiveOf({}, {}, 'export/hoshi-export.json'), 'no_document'],
  [
    'a document that uses up the memory',
    () => archiveOf(`{"x":{"y":{"z":[${'[0],'.repeat(4_000_000)}0]}}}`),
    'document_unreadable',
  ],
  ['a list of 16 MB in a profile', () => archiveOf(linksOf(8_000_000)), 'document_unreadable'],
  ['an empty document', () => archiveOf(''), 'no_document'],
  ['bytes', async () => Buffer.from(someBytes(5000)), 'not_an_archive'],
  ['a compressed archive', async () => gzipSync(await packed()), 'not_an_archive'],
  ['a symbolic link', () => packed({ name: 'files/a', type: 'symlink' }), 'unsafe_entry'],
  ['the same file twice', () => packed({ name: 'files/a' }, { name: 'files/a' }), 'repeated_entry'],
  ['a value that is too large', () => archiveOf(`{"x":"${'x'.repeat(16 * 1024 ** 2)}"}`), 'document_too_large'],
  ['ids that are paths', () => withProfile({ videos: [{ uid: '../x', name: 'x', file: 'x' }] }), 'document_unreadable'],
  ['a later version', () => withProfile({ version: 3 }), 'version_unknown'],
]

function episodes(count: number) {
  return Array.from({ length: count }, (_, n) => exportedEpisode(String(n)).episode)
}

test.each(archives)('nothing is taken from %s, and the person is told why', async (_, archive, problem) => {
  const creator = await createPerson(site.url, 'creator')
  const ended = await bringHere(creator, await archive())
  expect(ended).toMatchObject({ state: 'failed', problem, leftOut: [] })
  expect(ended.reason).toMatch(/^[A-Z].+\.$/)
  expect(Object.values(ended.taken).filter((count) => count > 0)).toEqual([])
  const profile = await (await creator.call('GET', `/api/v1/creators/${creator.account.uid}`)).json()
  expect(profile).toMatchObject({ username: '' })
})

test('folders and files that no export has are passed over', async () => {
  const archive = await packed({ name: '.DS_Store', text: 'x' }, { name: 'files/', text: '' })
  const person = await createPerson(site.url, 'viewer')
  expect(await bringHere(person, archive)).toMatchObject({ state: 'finished' })
})

test('texts that could not be stored are refused one by one, and named where they can be', async () => {
  const person = await createPerson(site.url, 'creator')
  const all = ['\u0000', '\uD800', 'x'.repeat(100_000)].map((title, n) => exportedEpisode(String(n), { title }))
  const ended = await bringHere(
    person,
    await archiveOf({
      profile: { username: 'a\u0000b', bio: '\uDC00', supportLinks: [{ label: '', url: 'javascript:alert(1)' }] },
      episodes: all.map(({ episode }) => episode),
    }),
  )
  expect(ended.state).toBe('finished')
  expect(ended.leftOut.map(({ kind, name, code }) => [kind, name, code])).toEqual([
    ['profile', 'username', 'creators.username_invalid'],
    ['profile', 'bio', 'creators.bio_invalid'],
    ['profile', 'supportLinks', 'creators.support_url_invalid'],
    ...all.map(() => ['episode', '', 'no_file']),
  ])
})

test('values that the database refuses are left out one by one', async () => {
  const person = await createPerson(site.url, 'creator')
  const other = await createPerson(site.url, 'creator')
  const { id } = await publishEpisode(site, other)
  const dates = [
    '-271821-04-20T00:00:00.000Z',
    '-004714-01-01T00:00:00.000Z',
    'yesterday',
    '+275760-09-13T00:00:00.000Z',
  ]
  const history = dates.map((watchedAt) => ({ episodeId: id, positionSeconds: 1e308, watchedAt }))
  const ended = await bringHere(
    person,
    await archiveOf({ library: { history }, follows: [{ creatorId: other.account.uid }] }),
  )
  expect(ended).toMatchObject({ state: 'finished', taken: { history: 1, follow: 1 } })
  expect(ended.leftOut.map(({ kind, code }) => [kind, code])).toEqual(
    dates.slice(1).map(() => ['history', 'not_storable']),
  )
  expect(ended.leftOut[0]?.reason).toBe('It has a value that cannot be stored here.')
})

test('a report names 200 things and counts the others', async () => {
  const person = await createPerson(site.url, 'creator')
  const ended = await bringHere(person, await archiveOf({ episodes: episodes(250) }))
  expect(ended).toMatchObject({ state: 'finished', leftOutMore: 50 })
  expect(ended.leftOut).toHaveLength(200)
})

describe('an account that changes before its archive is read', () => {
  const files = (waiting: TestHoshi) => readdir(join(waiting.dataDir, 'files/imports'))

  /**
   * Sends an archive to a Hoshi without workers, changes the account, and lets another process read the archive.
   * @returns what is left of it
   */
  async function readAfter(change: (waiting: TestHoshi, person: Person) => Promise<unknown>) {
    const waiting = await createTestHoshi()
    const person = await createPerson(waiting.url, 'creator')
    const { status } = await sendArchive(person, await withProfile({}))
    const stored = await files(waiting)
    await change(waiting, person)
    const worker = await createTestHoshi({ worksJobs: true, beside: waiting })
    await eventually('the archive is gone', async () => (await files(waiting)).length === 0)
    const imports = await queryDatabase(waiting.connectionString, 'select problem from imports')
    const things = await queryDatabase(waiting.connectionString, 'select kind from imported_things')
    const profile = await waiting.hoshi.rooms.creators.find(person.account.uid)
    await worker.close()
    await waiting.close()
    return { status, archives: stored.length, imports, things, username: profile?.username }
  }
  const received = { status: 202, archives: 1, things: [] }

  test('takes nothing when it is suspended', async () => {
    const suspend = ({ hoshi }: TestHoshi, { account }: Person) =>
      hoshi.rooms.administration.accounts.change('console', account.uid, {
        suspendedUntil: new Date(Date.now() + 3_600_000),
        reason: 'Why',
      })
    expect(await readAfter(suspend)).toEqual({ ...received, imports: [{ problem: 'account_closed' }], username: '' })
  })

  test('leaves neither archive nor report when it is deleted', async () => {
    const remove = (_: TestHoshi, person: Person) =>
      person.call('DELETE', '/api/v1/me', { password: person.password, now: true })
    expect(await readAfter(remove)).toEqual({ ...received, imports: [] })
  })
})
