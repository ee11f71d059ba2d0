import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { openLocks } from '#platform/locks.server.ts'
import { createLog } from '#platform/log.server.ts'
import { Secret } from '#server/secret.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload, patch, someBytes } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import type { BackupOptions } from './backup.server.ts'
import { createFolderTarget } from './folder-target.server.ts'
import { restoreBackup } from './restore.server.ts'
import { assertNoRestore, markRestore } from './restore-marker.server.ts'

/** A database that others look after. */
const settings = {
  DATABASE_URL: 'postgres://somewhere/else',
  SECRET: 'a secret of thirty-two characters',
  BACKUP_KEEP: '2',
}
let root: string
let place: string
let site: TestHoshi
let creator: Person
let places = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-backup-'))
  site = await createTestHoshi({ environment: settings })
  creator = await createPerson(site.url, 'creator')
  await makeReadyVideo(site, creator)
})
beforeEach(() => {
  places += 1
  place = join(root, `place-${places}`)
})
afterAll(async () => {
  await site.close()
  await rm(root, { recursive: true, force: true })
})

const targetAt = (folder = place) => createFolderTarget(folder, { dataDir: site.dataDir, reserveBytes: 0 })
const backUp = (options: Partial<BackupOptions> = {}) => site.hoshi.backup({ target: targetAt(), ...options })
const files = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()

function restore(dataDir: string, from: { folder?: string; backupId?: string; key?: Secret | null } = {}) {
  const target = createFolderTarget(from.folder ?? place, { dataDir, reserveBytes: 0 })
  const storage = createDiskStorage(join(dataDir, 'files'))
  const log = createLog('silent')
  const rest = {
    key: from.key ?? null,
    backupId: from.backupId ?? null,
    bucket: null,
    database: 'external' as const,
    print() {},
  }
  return restoreBackup({ target, dataDir, storage, log, ...rest })
}

test('a backup contains every file that rows name, and a restore makes the same folder of them', async () => {
  const storage = createDiskStorage(join(site.dataDir, 'files'))
  for (const key of ['avatars/a/b.webp', 'series-posters/a/b.webp', 'fonts/a.ttf', 'exports/a', 'imports/a'])
    await storage.putText(key, key)
  await storage.putText('trash/2026-01-01/originals/a', 'discarded')
  const finished = await backUp()
  const all = (await files(join(site.dataDir, 'files'))).filter((name) => !/^(trash|temporary)\//.test(name))
  // All but the id of the installation, which is in the list of the backup.
  expect(finished).toMatchObject({ objectCount: all.length - 1, copiedCount: all.length - 1, backupCount: 1 })
  const dataDir = join(root, 'same')
  const restored = await restore(dataDir)
  expect(restored.copiedCount).toBe(finished.objectCount)
  expect(await files(join(dataDir, 'files'))).toEqual(all)
  const contentsIn = (folder: string) => Promise.all(all.map((name) => readFile(join(folder, 'files', name))))
  expect(await contentsIn(dataDir)).toEqual(await contentsIn(site.dataDir))
  expect(await readdir(dataDir)).toEqual(['files'])
})

const mediaFilesOf = async (uid: string) =>
  (await readdir(join(site.dataDir, 'files/media', uid), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )

test('a second backup reads only what is new, and what has changed', async () => {
  const { uid } = await createUpload(creator, 100)
  const first = await backUp()
  expect(await backUp()).toMatchObject({ copiedCount: 0, copiedBytes: 0, objectCount: first.objectCount })
  const old = join(site.dataDir, 'files/originals', uid)
  await appendFile(old, 'more')
  const added = await makeReadyVideo(site, creator)
  const addedCount = (await mediaFilesOf(added.uid)).length + 2
  expect(await backUp()).toMatchObject({ copiedCount: addedCount + 1, objectCount: first.objectCount + addedCount })
})

test('an unfinished upload is in a backup as far as it had come, and complete in the next one', async () => {
  const { uid, uploadURL } = await createUpload(creator, 2000)
  const bytes = someBytes(2000)
  const url = new URL(uploadURL, site.url).href
  await patch(url, 0, bytes.subarray(0, 700))
  const { id } = await backUp()
  await patch(url, 700, bytes.subarray(700))
  await backUp()
  const original = (dataDir: string) => readFile(join(dataDir, 'files/originals', uid))
  const [before, after] = [join(root, 'half'), join(root, 'whole')]
  await restore(before, { backupId: id })
  await restore(after)
  expect(Buffer.compare(await original(before), bytes.subarray(0, 700))).toBe(0)
  expect(Buffer.compare(await original(after), bytes)).toBe(0)
})

test('files that were removed since are not in the next backup', async () => {
  const video = await makeReadyVideo(site, creator)
  const first = await backUp()
  const removedCount = (await mediaFilesOf(video.uid)).length
  await rm(join(site.dataDir, 'files/media', video.uid), { recursive: true })
  expect(await backUp()).toMatchObject({ objectCount: first.objectCount - removedCount })
})

test('the oldest backups are removed, with what they alone contain', async () => {
  const video = await makeReadyVideo(site, creator)
  const copy = join(place, 'files', video.media.poster)
  const ids = [(await backUp()).id]
  await rm(join(site.dataDir, 'files', video.media.poster))
  ids.push((await backUp()).id)
  expect(existsSync(copy)).toBe(true)
  const last = await backUp()
  expect(last).toMatchObject({ backupCount: 2, forgottenCount: 1 })
  expect(await readdir(join(place, 'backups'))).toEqual([`${ids[1]}.jsonl.gz`, `${last.id}.jsonl.gz`])
  expect(existsSync(copy)).toBe(false)
})

test('an external database is not copied: the moment to which the files belong is in it, and in the backup', async () => {
  const { id, manifest, takenAt } = await backUp()
  expect(manifest.database).toEqual({
    kind: 'external',
    lsn: expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/),
    restorePoint: `hoshi ${id}`,
  })
  const rows = await queryDatabase<{ taken_at: Date }>(
    site.connectionString,
    `select taken_at from backups where id = '${id}' and total_bytes > 0 and ended_at >= taken_at`,
  )
  expect(rows.map(({ taken_at }) => new Date(taken_at))).toEqual([takenAt])
})

test('a failure is stored with its reason, and leaves the backups as they are', async () => {
  const { id } = await backUp()
  const stop = AbortSignal.abort(new Error('stopped by hand'))
  await makeReadyVideo(site, creator)
  await expect(backUp({ signal: stop })).rejects.toThrow('stopped by hand')
  const [row] = await queryDatabase(
    site.connectionString,
    'select problem from backups order by started_at desc limit 1',
  )
  expect(row).toEqual({ problem: 'stopped by hand' })
  expect(await readdir(join(place, 'backups'))).toEqual([`${id}.jsonl.gz`])
})

test('only one backup runs at a time', async () => {
  const lock = await createLockHolder()
  await expect(backUp()).rejects.toThrow('Another backup is running. Wait for it to end.')
  await lock.release()
  await backUp()
})

test('a place with other files, of another Hoshi, that was emptied or is part of the data is refused', async () => {
  await backUp()
  await writeFile(
    join(place, 'hoshi-backup.json'),
    JSON.stringify({ format: 'hoshi-backup', version: 1, installation: 'another', encryption: null }),
  )
  await expect(backUp()).rejects.toThrow('are of another Hoshi')
  await rm(place, { recursive: true })
  await expect(backUp()).rejects.toThrow('had backups and is empty now')
  await backUp({ mayStartOver: true })
  const others = join(root, 'documents')
  await mkdir(others)
  await writeFile(join(others, 'letter.txt'), 'Dear all')
  await expect(backUp({ target: targetAt(others) })).rejects.toThrow('contains other files, such as letter.txt')
  expect(() => targetAt(join(site.dataDir, 'backup'))).toThrow('would be lost together with the data')
  expect(() => targetAt(join(site.dataDir, '..'))).toThrow('would be lost together with the data')
  await expect(backUp({ target: targetAt(join(root, 'not/there')) })).rejects.toThrow('there is no folder')
})

test('a restore into a folder with data changes nothing', async () => {
  await backUp()
  const dataDir = join(root, 'in-use')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secret'), 'mine')
  await expect(restore(dataDir)).rejects.toThrow(`${dataDir} contains data already (secret), and nothing was changed.`)
  expect([await readdir(dataDir), await readFile(join(dataDir, 'secret'), 'utf8')]).toEqual([['secret'], 'mine'])
})

test('a damaged backup is named, and its restore goes on when it is whole again', async () => {
  const { objectCount } = await backUp()
  const dataDir = join(root, 'damaged')
  const [name = ''] = (await files(join(place, 'files/media'))).filter((each) => each.endsWith('.m4s'))
  const whole = await readFile(join(place, 'files/media', name))
  await writeFile(join(place, 'files/media', name), Buffer.from(whole).fill(0))
  await expect(restore(dataDir)).rejects.toThrow(`files/media/${name} is not what was stored`)
  await expect(assertNoRestore(dataDir)).rejects.toThrow('has not ended')
  await writeFile(join(place, 'files/media', name), whole)
  const { copiedCount } = await restore(dataDir)
  expect(copiedCount).toBeGreaterThan(0)
  expect(copiedCount).toBeLessThanOrEqual(objectCount)
  expect(await readFile(join(dataDir, 'files/media', name))).toEqual(whole)
  await assertNoRestore(dataDir)
})

test('a restore that has not ended is not mixed with that of another backup', async () => {
  const { id } = await backUp()
  const dataDir = join(root, 'mixed')
  await mkdir(dataDir)
  await markRestore(dataDir, 'another')
  await expect(restore(dataDir)).rejects.toThrow('A restore of the backup another')
  await expect(restore(join(root, 'none'), { backupId: 'unknown' })).rejects.toThrow('There is no backup unknown')
  await expect(restore(join(root, 'none'), { folder: dataDir })).rejects.toThrow('There is no backup in')
  await markRestore(dataDir, id)
  await restore(dataDir)
})

test('with a key, neither names nor contents can be read, and only that key restores them', async () => {
  const folder = await mkdtemp(join(root, 'keys-'))
  const settingsOf = async (name: string) => {
    await writeFile(join(folder, name), `${name.padEnd(40, '-')}\n`)
    return { ...settings, BACKUP_KEY_FILE: join(folder, name) }
  }
  const encrypting = await createTestHoshi({ beside: site, environment: await settingsOf('mine') })
  const { key } = encrypting.config.backup
  const target = targetAt()
  const first = await encrypting.hoshi.backup({ target })
  expect(first.copiedCount).toBeGreaterThan(5)
  expect(await encrypting.hoshi.backup({ target })).toMatchObject({ copiedCount: 0, objectCount: first.objectCount })
  await encrypting.close()
  const stored = await files(place)
  const header = 'hoshi-backup.json'
  expect(stored.filter((name) => /original|media|webp|m3u8|m4s/.test(name))).toEqual([])
  const encrypted = stored.filter((name) => name !== header)
  const beginnings = encrypted.map(async (name) => (await readFile(join(place, name))).subarray(0, 4).toString())
  expect(new Set(await Promise.all(beginnings))).toEqual(new Set(['HSB1']))
  const dataDir = join(root, 'decrypted')
  await expect(restore(dataDir)).rejects.toThrow('are encrypted. Set BACKUP_KEY_FILE to the file with their key.')
  await expect(restore(dataDir, { key: new Secret('another'.repeat(6)) })).rejects.toThrow('have another key than')
  expect(existsSync(dataDir)).toBe(false)
  await restore(dataDir, { key })
  const all = (await files(join(site.dataDir, 'files'))).filter((name) => !/^(trash|temporary)\//.test(name))
  expect(await files(join(dataDir, 'files'))).toEqual(all)
  await expect(backUp()).rejects.toThrow('are encrypted')
})

test('encrypted backups do not mix with plain ones', async () => {
  await backUp()
  const keyFile = join(root, 'late.key')
  await writeFile(keyFile, 'k'.repeat(44))
  const environment = { ...settings, BACKUP_KEY_FILE: keyFile }
  const encrypting = await createTestHoshi({ beside: site, environment })
  await expect(encrypting.hoshi.backup({ target: targetAt() })).rejects.toThrow('are not encrypted')
  await encrypting.close()
})

test('a scheduled backup is made by a job, and admins see the last one and why the next one failed', async () => {
  const working = await createTestHoshi({
    beside: site,
    environment: { ...settings, BACKUP_TO: place },
    worksJobs: true,
  })
  const overview = async () =>
    (await working.hoshi.rooms.administration.overview({ role: 'admin', suspension: null })).machine?.backups
  const [cron] = await queryDatabase(
    site.connectionString,
    `select cron from pgboss.schedule where name = 'server.backup'`,
  )
  expect(cron).toEqual({ cron: '30 3 * * *' })
  const enqueue = () =>
    queryDatabase(site.connectionString, `insert into pgboss.job (name, retry_limit) values ('server.backup', 0)`)
  await enqueue()
  await expect
    .poll(overview)
    .toMatchObject({ complete: { place, problem: null, figures: { copiedCount: expect.any(Number) } } })
  const complete = (await overview())?.complete
  await rm(place, { recursive: true })
  await enqueue()
  const failed = { place, problem: expect.stringContaining('had backups and is empty now'), figures: null }
  await expect.poll(overview).toEqual({ last: expect.objectContaining(failed), complete })
  await working.close()
})

async function createLockHolder() {
  const locks = openLocks(site.connectionString, createLog('silent'))
  const lock = await locks.tryAcquire('server.backup')
  return {
    async release() {
      await lock!.release()
      await locks.close()
    },
  }
}
