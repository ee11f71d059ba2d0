import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { createS3Storage, type S3Storage } from '#platform/s3-storage.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import { environmentOfBucket } from '#tests/support/storage/s3-environment.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { createBucketTarget } from './bucket-target.server.ts'
import { restoreBackup } from './restore.server.ts'

const MIB = 1024 ** 2
/** Two parts and a bit, with bytes that no compression makes fewer. */
const large = randomBytes(16 * MIB + 5)
let root: string
let double: S3Double
let environment: Record<string, string>
let site: TestHoshi
let files: S3Storage
let places = 0
let prefix: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-bucket-backup-'))
  double = await openS3Double()
  environment = {
    ...environmentOfBucket(double.settings),
    S3_PREFIX: 'site',
    DATABASE_URL: 'postgres://somewhere/else',
    SECRET: 'a secret of thirty-two characters',
  }
  site = await createTestHoshi({ environment })
  files = storageAt('site')
  await writeFile(join(root, 'large'), large)
  await files.putFile('exports/large', join(root, 'large'))
  for (const key of ['avatars/a/b.webp', 'fonts/a.ttf', 'exports/empty', 'trash/2026-01-01/originals/a'])
    await files.putText(key, key.endsWith('empty') ? '' : key)
})
beforeEach(() => {
  places += 1
  prefix = `backup-${places}`
  double.fault = () => null
})
afterAll(async () => {
  await site?.close()
  files?.close()
  await double?.close()
  await rm(root, { recursive: true, force: true })
})

const storageAt = (folder: string) => createS3Storage({ ...double.settings, prefix: folder })
const target = (settings = {}) => createBucketTarget({ ...double.settings, prefix, ...settings })
const backUp = (to = target()) => site.hoshi.backup({ target: to }).finally(() => to.close())
const keysBelow = (folder: string) =>
  double.keys().flatMap((key) => (key.startsWith(`${folder}/`) ? [key.slice(folder.length + 1)] : []))

function restoreInto(folder: string, dataDir: string) {
  const storage = storageAt(folder)
  const from = target()
  return restoreBackup({
    target: from,
    key: null,
    backupId: null,
    dataDir: join(root, dataDir),
    storage,
    bucket: `s3://${double.settings.bucket}/${folder}`,
    database: 'external',
    log: createLog('silent'),
    print() {},
  }).finally(() => {
    storage.close()
    from.close()
  })
}

test('a site in a bucket is backed up to another place in a bucket, and restored from there into an empty one', async () => {
  const first = await backUp()
  expect(first).toMatchObject({ objectCount: 4, copiedCount: 4, backupCount: 1 })
  const reads = double.requests.length
  expect(await backUp()).toMatchObject({ objectCount: 4, copiedCount: 0, copiedBytes: 0, backupCount: 2 })
  expect(double.requests.slice(reads).filter((request) => request.startsWith('GET site/exports/large'))).toEqual([])

  expect((await restoreInto('restored', 'data')).copiedCount).toBe(4)
  const restored = storageAt('restored')
  const bytes = async (storage: S3Storage, key: string) => await buffer(await storage.read(key))
  for (const key of ['avatars/a/b.webp', 'fonts/a.ttf', 'exports/empty', 'exports/large', 'installation'])
    expect((await bytes(restored, key)).equals(await bytes(files, key))).toBe(true)
  restored.close()
  expect(keysBelow('restored').length).toBe(5)
})

test('a scheduled backup goes into a bucket, and admins see it', async () => {
  const place = `s3://hoshi-test/${prefix}`
  const working = await createTestHoshi({
    beside: site,
    environment: { ...environment, BACKUP_TO: place },
    worksJobs: true,
  })
  await queryDatabase(site.connectionString, `insert into pgboss.job (name, retry_limit) values ('server.backup', 0)`)
  const complete = async () =>
    (await working.hoshi.rooms.administration.overview({ role: 'admin', suspension: null })).machine?.backups?.complete
  await expect.poll(complete).toMatchObject({ place, problem: null, figures: { copiedCount: 4 } })
  await working.close()
  expect(keysBelow(prefix).filter((key) => key.startsWith('backups/')).length).toBe(1)
})

test('a bucket that holds data is not restored into', async () => {
  await backUp()
  const before = double.keys()
  await expect(restoreInto('site', 'refused')).rejects.toThrow(
    /^s3:\/\/hoshi-test\/site contains data already \(.*\), and nothing was changed\. Set S3_BUCKET and S3_PREFIX to an empty place\.$/,
  )
  expect(double.keys()).toEqual(before)
})

test('a backup that fails in the middle of a large object leaves no parts, and the next one is complete', async () => {
  double.fault = ({ query }) =>
    query.get('partNumber') === '2' ? { kind: 'answer', status: 507, code: 'QuotaExceeded' } : null
  await expect(backUp()).rejects.toThrow(`There is no space left in s3://hoshi-test/${prefix}.`)
  expect([double.uploads(), keysBelow(prefix).filter((key) => key.startsWith('backups/'))]).toEqual([[], []])
  double.fault = () => null
  expect(await backUp()).toMatchObject({ objectCount: 4, backupCount: 1 })
})

test('a bucket that cannot be used, and a thing that it has lost, are named', async () => {
  await expect(backUp(target({ bucket: 'absent' }))).rejects.toThrow(
    `s3://absent/${prefix} cannot be used now (NoSuchBucket). Check the settings that begin with S3_.`,
  )
  await backUp()
  const store = storageAt(prefix)
  const [lost = ''] = keysBelow(prefix).filter((key) => key.startsWith('files/avatars/'))
  await store.remove(lost)
  store.close()
  await expect(restoreInto('again', 'again')).rejects.toThrow(
    `The backup in s3://hoshi-test/${prefix} has lost ${lost}.`,
  )
})
