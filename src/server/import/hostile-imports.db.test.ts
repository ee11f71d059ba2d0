import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { archiveOf, bringHere, exportedEpisode, sendArchive } from '#tests/support/http/archives.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { someBytes } from '#tests/support/http/tus.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
})
afterAll(() => site?.close())

const document = JSON.stringify({ profile: { username: 'Never taken' } })

interface Entry {
  name: string
  type?: 'file' | 'link' | 'symlink' | 'character-device' | 'block-device' | 'fifo'
  linkname?: string
  text?: string
}

/** An archive as any program may write it, beginning with a document that could be taken. */
async function packed(...entries: Entry[]): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name: 'hoshi-export.json' }, document)
  for (const { name, type = 'file', linkname, text = '' } of entries) {
    if (type === 'file') archive.entry({ name, type }, text)
    else archive.entry({ name, type, linkname: linkname ?? '/etc/passwd' })
  }
  archive.finalize()
  return await buffer(archive)
}

/** The first header of an archive with other bytes at a position, and its checksum made right again. */
function patched(archive: Buffer, at: number, bytes: string): Buffer {
  const copy = Buffer.from(archive)
  copy.write(bytes, at, 'latin1')
  copy.fill(' ', 148, 156)
  const sum = copy.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  copy.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return copy
}

const withProfile = (fields: object) => archiveOf({ profile: { username: 'Never taken' }, ...fields })
const nested = (depth: number) => `{"profile":{"username":"Never taken"},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `files/${n}` }))

const archives: [what: string, archive: () => Promise<Buffer>, problem: string][] = [
  ['bytes', async () => Buffer.from(someBytes(5000)), 'not_an_archive'],
  ['text', async () => Buffer.from('not an archive'), 'not_an_archive'],
  ['a compressed archive', async () => gzipSync(await packed()), 'not_an_archive'],
  ['an archive that ends within a header', async () => (await packed()).subarray(0, 300), 'not_an_archive'],
  [
    'one that ends within a file',
    async () => (await packed({ name: 'a', text: 'x'.repeat(900) })).subarray(0, 2000),
    'damaged',
  ],
  ['one that ends between files', async () => (await packed()).subarray(0, 1024), 'damaged'],
  ['a file said to be larger than the archive', async () => patched(await packed(), 124, '77777777777'), 'damaged'],
  ['nothing but an end', async () => Buffer.alloc(1024), 'no_document'],
  ['a document elsewhere', async () => await renamed('export/hoshi-export.json'), 'no_document'],
  ['a path that leads up', () => packed({ name: 'files/../../../etc/cron.d/x' }), 'unsafe_entry'],
  ['an absolute path', () => packed({ name: '/etc/passwd' }), 'unsafe_entry'],
  ['a path of another system', () => packed({ name: 'files\\..\\x' }), 'unsafe_entry'],
  ['a drive', () => packed({ name: 'C:/x' }), 'unsafe_entry'],
  ['a control character', () => packed({ name: 'files/a\u0007b' }), 'unsafe_entry'],
  ['a long name', () => packed({ name: `files/${'x'.repeat(5000)}` }), 'unsafe_entry'],
  ['a symbolic link', () => packed({ name: 'files/a', type: 'symlink' }), 'unsafe_entry'],
  ['a hard link', () => packed({ name: 'files/a', type: 'link', linkname: 'hoshi-export.json' }), 'unsafe_entry'],
  ['a device', () => packed({ name: 'files/a', type: 'character-device' }), 'unsafe_entry'],
  ['a disk', () => packed({ name: 'files/a', type: 'block-device' }), 'unsafe_entry'],
  ['a pipe', () => packed({ name: 'files/a', type: 'fifo' }), 'unsafe_entry'],
  ['a type that is none', async () => patched(await packed(), 156, 'Z'), 'unsafe_entry'],
  ['the same file twice', () => packed({ name: 'files/a' }, { name: 'files/a' }), 'repeated_entry'],
  ['the same file by two names', () => packed({ name: 'files/a' }, { name: './files/a' }), 'repeated_entry'],
  ['the document twice', () => packed({ name: 'hoshi-export.json', text: '{}' }), 'repeated_entry'],
  ['too many files', () => packed(...many(10_000)), 'too_many_entries'],
  ['a document that is too large', () => archiveOf(`{"x":"${'x'.repeat(16 * 1024 ** 2)}"}`), 'document_too_large'],
  ['a document that is none', () => archiveOf('<html>'), 'document_unreadable'],
  ['a document that is a list', () => archiveOf([]), 'document_unreadable'],
  ['an empty document', () => archiveOf(''), 'no_document'],
  ['a document of bytes', () => archiveOf('{"x":"\u0000"}'), 'document_unreadable'],
  ['a nested document', () => archiveOf(nested(100_000)), 'document_unreadable'],
  ['a document nested a little too deeply', () => archiveOf(nested(32)), 'document_unreadable'],
  ['texts that are numbers', () => withProfile({ profile: { username: 1 } }), 'document_unreadable'],
  ['ids that are paths', () => withProfile({ videos: [{ uid: '../x', name: 'x', file: 'x' }] }), 'document_unreadable'],
  ['more episodes than an account has', () => withProfile({ episodes: episodes(10_001) }), 'document_unreadable'],
  ['a later version', () => withProfile({ version: 2 }), 'version_unknown'],
  ['a version that is none', () => withProfile({ version: '1' }), 'version_unknown'],
]

async function renamed(name: string): Promise<Buffer> {
  return patched(await packed(), 0, name.padEnd(100, '\0'))
}

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
      hoshi.rooms.moderation.changeAccount('console', account.uid, {
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
