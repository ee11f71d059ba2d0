import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { packed } from '#tests/support/http/archives.ts'
import { someBytes } from '#tests/support/http/tus.ts'
import { indexArchive } from './index-archive.server.ts'

/** The first header of an archive with other bytes at a position, and its checksum made right again. */
function patched(archive: Buffer, at: number, bytes: string): Buffer {
  const copy = Buffer.from(archive)
  copy.write(bytes, at, 'latin1')
  copy.fill(' ', 148, 156)
  const sum = copy.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  copy.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return copy
}

/** An archive with the same folder so many times: folders are entries, too. */
async function withFolders(count: number): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name: 'files/', type: 'directory' })
  archive.finalize()
  const [folder, whole] = [(await buffer(archive)).subarray(0, 512), await packed()]
  return Buffer.concat([...Array.from({ length: count }, () => folder), whole])
}

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
  ['a file said to be larger than the archive', async () => patched(await packed(), 124, '77777777777'), 'damaged'],
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
  ['too many files', async () => withFolders(100_000), 'too_many_entries'],
]

test.each(archives)('refuses %s', async (_, archive, problem) => {
  const bytes = await archive()
  const indexed = indexArchive(Readable.from([bytes]), bytes.length)
  await expect(indexed).rejects.toMatchObject({ name: 'ArchiveProblem', problem })
})

test('says where files are, and passes over folders', async () => {
  const bytes = await packed({ name: 'files/', type: 'directory' }, { name: './files/a', text: 'the text' })
  const files = await indexArchive(Readable.from([bytes]), bytes.length)
  expect([...files.keys()]).toEqual(['hoshi-export.json', 'files/a'])
  const { start, sizeBytes } = files.get('files/a')!
  expect(bytes.toString('utf8', start, start + sizeBytes)).toBe('the text')
})
