import { existsSync } from 'node:fs'
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { openLocks } from '#platform/locks.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createS3Storage, type S3Storage } from '#platform/s3-storage.server.ts'
import { readMoveConfig } from '#server/config.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload, patch, someBytes } from '#tests/support/http/tus.ts'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { unfinishedFolder } from '#video/stored-objects.ts'
import { storedFolders } from '../backup/stored-keys.server.ts'
import type { FinishedMove, MoveOptions } from './move.server.ts'
import { isComplete } from './words.ts'

let site: TestHoshi
let creator: Person
let store: S3Double
let bucket: S3Storage
const disk = () => createDiskStorage(join(site.dataDir, 'files'))

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
})
beforeEach(async () => {
  await queryDatabase(site.connectionString, 'delete from videos')
  for (const folder of [...storedFolders, unfinishedFolder]) await disk().removeFolder(folder)
  store = await openS3Double()
  bucket = createS3Storage({ ...store.settings, prefix: 'site' })
})
afterEach(async () => {
  bucket.close()
  await store.close()
})
afterAll(() => site.close())

const settings = (): Record<string, string> => ({
  S3_ENDPOINT: store.settings.endpoint ?? '',
  S3_REGION: store.settings.region,
  S3_BUCKET: store.settings.bucket,
  S3_ACCESS_KEY_ID: store.settings.credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: store.settings.credentials?.secretAccessKey ?? '',
  S3_PREFIX: 'site',
})
const move = (options: Partial<MoveOptions> = {}, from = site) =>
  from.hoshi.move({ to: 's3', bucket: readMoveConfig(settings()).bucket, ...options })

/** The same site, after a restart with the bucket. */
const restartedOnS3 = () => createTestHoshi({ beside: site, environment: { STORAGE: 's3', ...settings() } })

function figures({ folders }: FinishedMove, name: 'found' | 'copied' | 'skipped' | 'failed' | 'removed'): number {
  return [...folders.values()].reduce((sum, each) => sum + each[name], 0)
}

const keysOnDisk = async () =>
  (await readdir(join(site.dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(site.dataDir, 'files').length + 1))
    .filter((key) => !/^(trash|temporary|unfinished)\//.test(key))
    .sort()
const keysInBucket = () => store.keys().map((key) => key.replace(/^site\//, ''))
const bytesIn = async (storage: Pick<S3Storage, 'read'>, keys: string[]) =>
  await Promise.all(keys.map(async (key) => (await buffer(await storage.read(key))).toString('base64')))

/** A finished video whose original is complete. */
async function publish(): Promise<ReadyVideo> {
  const video = await makeReadyVideo(site, creator)
  await disk().remove(`unfinished/${video.uid}`)
  await writeFile(disk().pathOf(`originals/${video.uid}`), 'the original')
  return video
}
const segmentOf = ({ media }: ReadyVideo) => media.segment.slice(1)

async function deleteVideo({ uid }: { uid: string }): Promise<void> {
  await queryDatabase(site.connectionString, 'delete from videos where uid = $1', [uid])
  await disk().remove(`originals/${uid}`)
  await disk().removeFolder(`media/${uid}`)
}

test('moves everything that rows name to the bucket with the same bytes, and leaves the disk as it was', async () => {
  await publish()
  for (const key of ['avatars/a/b.webp', 'series-posters/a/b.webp', 'fonts/a.ttf', 'exports/a', 'imports/a'])
    await disk().putText(key, key)
  await disk().putText('trash/2026-01-01/originals/a', 'discarded')
  const before = await keysOnDisk()
  const finished = await move()
  // All but the id of the installation, which is written first.
  expect([figures(finished, 'found'), figures(finished, 'copied')]).toEqual([before.length - 1, before.length - 1])
  expect(isComplete(finished)).toBe(true)
  expect(await keysOnDisk()).toEqual(before)
  expect(keysInBucket()).toEqual(before)
  expect(await bytesIn(bucket, before)).toEqual(await bytesIn(disk(), before))
})

test('a second move copies only what is new', async () => {
  await publish()
  const first = await move()
  const again = await move()
  expect([figures(again, 'copied'), figures(again, 'skipped')]).toEqual([0, figures(first, 'found')])
  const { uid } = await publish()
  const third = await move()
  const added = (await keysOnDisk()).filter((key) => key.includes(uid))
  expect(figures(third, 'copied')).toBe(added.length)
  expect(keysInBucket()).toEqual(expect.arrayContaining(added))
})

test('goes on where an interrupted move has ended', async () => {
  await publish()
  await publish()
  const stop = new AbortController()
  let copied = 0
  const interrupted = move({
    signal: stop.signal,
    onProgress(progress) {
      copied = progress.copied
      if (copied >= 5) stop.abort(new Error('SIGTERM'))
    },
  })
  await expect(interrupted).rejects.toThrow('SIGTERM')
  const finished = await move()
  expect(figures(finished, 'skipped')).toBeGreaterThanOrEqual(copied)
  expect(figures(finished, 'copied') + figures(finished, 'skipped')).toBe((await keysOnDisk()).length - 1)
  expect(keysInBucket()).toEqual(await keysOnDisk())
})

test('takes over an object that was stored, but not yet noted, when the process was killed', async () => {
  const video = await publish()
  await bucket.putText(segmentOf(video), video.bytes.segment.toString('latin1'))
  await bucket.putText('installation', (await buffer(await disk().read('installation'))).toString())
  const [key = '', other = ''] = [video.media.init.slice(1), video.media.master.slice(1)]
  await bucket.putText(key, video.bytes.init.toString())
  await bucket.putText(other, 'half of it')
  const finished = await move()
  expect(figures(finished, 'skipped')).toBe(1)
  expect(await bytesIn(bucket, [key, other, segmentOf(video)])).toEqual(
    await bytesIn(disk(), [key, other, segmentOf(video)]),
  )
})

test('a playlist that grows is compared by its content, and replaced', async () => {
  const video = await publish()
  const key = join(dirname(segmentOf(video)), 'growing.m3u8')
  await disk().putText(key, '#EXTM3U 1')
  await move()
  await disk().putText(key, '#EXTM3U 2')
  expect(figures(await move(), 'copied')).toBe(1)
  expect((await buffer(await bucket.read(key))).toString()).toBe('#EXTM3U 2')
})

test('notices an object in the bucket that was damaged or lost since, and copies it again', async () => {
  const video = await publish()
  await move()
  await bucket.putText(segmentOf(video), 'damaged')
  await bucket.remove(`originals/${video.uid}`)
  expect(figures(await move(), 'copied')).toBe(2)
  expect(await bytesIn(bucket, [segmentOf(video)])).toEqual(await bytesIn(disk(), [segmentOf(video)]))
})

test('a copy that a store only pretends to have is a failure, and is made by the next move', async () => {
  const video = await publish()
  store.fault = ({ method, key }) => (method === 'PUT' && key.endsWith('.m4s') ? { kind: 'lie' } : null)
  const finished = await move()
  expect(finished.failures.map(({ key }) => key)).toContain(segmentOf(video))
  expect([isComplete(finished), figures(finished, 'failed')]).toEqual([false, finished.failures.length])
  store.fault = () => null
  expect(figures(await move(), 'copied')).toBe(finished.failures.length)
  expect(keysInBucket()).toEqual(await keysOnDisk())
})

test('stops when the store is away, instead of trying every object', async () => {
  await publish()
  await publish()
  const total = (await keysOnDisk()).length
  store.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 403, code: 'AccessDenied' } : null)
  await expect(move()).rejects.toThrow('does not let')
  store.fault = ({ method, key }) =>
    method === 'PUT' && /media|originals/.test(key) ? { kind: 'answer', status: 403, code: 'AccessDenied' } : null
  const finished = await move()
  expect(finished.stoppedBy).toContain('is not available')
  expect(figures(finished, 'found')).toBeLessThan(total - 1)
})

test('an upload that is still arriving waits for the move after its last byte', async () => {
  const { uid, uploadURL } = await createUpload(creator, 2000)
  const bytes = someBytes(2000)
  await patch(uploadURL, 0, bytes.subarray(0, 500))
  const first = await move()
  expect(first.arrivingCount).toBe(1)
  expect(keysInBucket()).not.toContain(`originals/${uid}`)
  await patch(uploadURL, 500, bytes.subarray(500))
  expect((await move()).arrivingCount).toBe(0)
  expect(await buffer(await bucket.read(`originals/${uid}`))).toEqual(bytes)
})

describe('what was deleted', () => {
  test('between two moves is removed from the bucket, and what no move has put there stays', async () => {
    const [kept, deleted] = [await publish(), await publish()]
    await move()
    const ofDeleted = keysInBucket().filter((key) => key.includes(deleted.uid))
    const foreign = `media/${deleted.uid}/${'0'.repeat(26)}/0000.m4s`
    await bucket.putText(foreign, 'of somebody else')
    await deleteVideo(deleted)
    // A rendition of a video that stays was replaced.
    await disk().remove(segmentOf(kept))
    const finished = await move()
    expect(figures(finished, 'removed')).toBe(ofDeleted.length + 1)
    expect(keysInBucket().filter((key) => key.includes(deleted.uid))).toEqual([foreign])
    expect(keysInBucket()).not.toContain(segmentOf(kept))
  })

  test('while it was copied is no failure, and is not in the bucket afterwards', async () => {
    const video = await publish()
    store.fault = ({ method, key }) => {
      if (method === 'PUT' && key.endsWith('.m4s')) void rm(disk().pathOf(segmentOf(video)), { force: true })
      return null
    }
    const finished = await move()
    expect(isComplete(finished)).toBe(true)
    store.fault = () => null
    await move()
    expect(keysInBucket()).not.toContain(segmentOf(video))
  })

  test('stays in the bucket where its absence may be a disk that is not mounted', async () => {
    for (let at = 0; at < 12; at++) await disk().putText(`avatars/a/${at}.webp`, String(at))
    await move()
    await disk().removeFolder('avatars')
    const finished = await move()
    expect(finished.unprovenCount).toBeGreaterThan(10)
    expect([isComplete(finished), figures(finished, 'removed')]).toEqual([false, 0])
    expect(keysInBucket()).toContain('avatars/a/0.webp')
  })

  test('after the restart does not come back, and what arrived before it does', async () => {
    const video = await publish()
    await move()
    const late = await publish()
    const lateAndDeleted = await publish()
    const restarted = await restartedOnS3()
    try {
      await queryDatabase(site.connectionString, 'delete from videos where uid = any($1)', [
        [video.uid, lateAndDeleted.uid],
      ])
      await bucket.remove(`originals/${video.uid}`)
      await bucket.removeFolder(`media/${video.uid}`)
      const finished = await move({}, restarted)
      expect([isComplete(finished), finished.isTargetInUse]).toEqual([true, true])
      const there = keysInBucket()
      expect(there).toEqual(expect.arrayContaining([`originals/${late.uid}`, segmentOf(late)]))
      expect(there.filter((key) => key.includes(video.uid) || key.includes(lateAndDeleted.uid))).toEqual([])
    } finally {
      await restarted.close()
    }
  })
})

describe('once the site uses the bucket', () => {
  test('a folder that was emptied on the disk takes nothing away from it', async () => {
    await publish()
    await move()
    const before = keysInBucket()
    const restarted = await restartedOnS3()
    try {
      for (const folder of ['media', 'originals', 'avatars']) await disk().removeFolder(folder)
      expect(isComplete(await move({}, restarted))).toBe(true)
      expect(keysInBucket()).toEqual(before)
    } finally {
      await restarted.close()
    }
  })

  test('moves everything back to the disk, and leaves the bucket as it was', async () => {
    await publish()
    await move()
    const before = keysInBucket()
    const restarted = await restartedOnS3()
    try {
      for (const folder of ['media', 'originals']) await disk().removeFolder(folder)
      const finished = await move({ to: 'disk' }, restarted)
      expect(isComplete(finished)).toBe(true)
      expect(keysInBucket()).toEqual(before)
      const there = await keysOnDisk()
      expect(there).toEqual(before)
      expect(await bytesIn(disk(), there)).toEqual(await bytesIn(bucket, there))
      expect(figures(await move({ to: 'disk' }, restarted), 'copied')).toBe(0)
    } finally {
      await restarted.close()
    }
  })

  test('a playlist that the site has written there since is not replaced by the older one', async () => {
    const video = await publish()
    const key = join(dirname(segmentOf(video)), 'growing.m3u8')
    await disk().putText(key, '#EXTM3U 1')
    await move()
    const restarted = await restartedOnS3()
    try {
      await disk().putText(key, '#EXTM3U 2')
      await move({}, restarted)
      expect((await buffer(await bucket.read(key))).toString()).toBe('#EXTM3U 2')
      await bucket.putText(key, '#EXTM3U 3')
      await move({}, restarted)
      expect((await buffer(await bucket.read(key))).toString()).toBe('#EXTM3U 3')
    } finally {
      await restarted.close()
    }
  })
})

describe('is refused with one sentence', () => {
  test('while another move runs', async () => {
    const locks = openLocks(site.connectionString, createLog('silent'))
    try {
      await locks.tryAcquire('server.move')
      await expect(move()).rejects.toThrow('Another move is running. Wait for it to end.')
    } finally {
      await locks.close()
    }
  })

  test('for a bucket that does not exist, or that has the files of another Hoshi', async () => {
    const wrong = readMoveConfig({ ...settings(), S3_BUCKET: 'unknown' }).bucket
    await expect(move({ bucket: wrong })).rejects.toThrow('S3_BUCKET is unknown')
    await bucket.putText('media/a/b.mp4', 'of another Hoshi')
    await expect(move()).rejects.toThrow('Set S3_BUCKET and S3_PREFIX to an empty place.')
    await bucket.putText('installation', 'another id')
    await expect(move()).rejects.toThrow('belong to different installations')
    expect(keysInBucket()).toEqual(['installation', 'media/a/b.mp4'])
  })
})

test('brings nothing from a folder of another Hoshi, once the site uses the bucket', async () => {
  await move()
  const restarted = await restartedOnS3()
  const id = (await buffer(await disk().read('installation'))).toString()
  try {
    await disk().putText('avatars/a/b.webp', 'of another Hoshi')
    await disk().putText('installation', 'another id')
    await expect(move({}, restarted)).rejects.toThrow('Set DATA_DIR to the place that it used.')
    expect(keysInBucket()).toEqual(['installation'])
  } finally {
    await disk().putText('installation', id)
    await restarted.close()
  }
})

test('stops at the reserve of the disk, which the database needs', async () => {
  await publish()
  await move()
  const reserve = { DISK_RESERVE_BYTES: String(1024 ** 5) }
  const environment = { STORAGE: 's3', ...settings(), ...reserve }
  const restarted = await createTestHoshi({ beside: site, environment })
  try {
    await disk().removeFolder('media')
    const finished = await move({ to: 'disk' }, restarted)
    expect(finished.stoppedBy).toContain('DISK_RESERVE_BYTES')
    expect([isComplete(finished), figures(finished, 'copied')]).toEqual([false, 0])
  } finally {
    await restarted.close()
  }
})

test('a journal whose last line was cut by a power cut is read up to it', async () => {
  const video = await publish()
  await move()
  const folders = await readdir(join(site.dataDir, 'moves'))
  const paths = folders.map((folder) => join(site.dataDir, 'moves', folder, 'media', `${video.uid}.jsonl`))
  const path = paths.find((each) => existsSync(each)) ?? ''
  const lineCount = (await readFile(path, 'utf8')).split('\n').length
  await appendFile(path, '{"key":"media/')
  expect(figures(await move(), 'copied')).toBe(0)
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(lineCount)
})

test('leaves no copies of its own on the disk', async () => {
  await publish()
  await move()
  expect(await readdir(join(site.dataDir, 'moves'))).not.toContain('temporary')
})
