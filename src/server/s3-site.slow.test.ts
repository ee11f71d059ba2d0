import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { S3Settings } from '#platform/s3-settings.ts'
import { createS3Storage, type S3Storage } from '#platform/s3-storage.server.ts'
import { publishClip } from '#tests/support/data/publishing.ts'
import { archiveOf, bringHere } from '#tests/support/http/archives.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { createDice } from '#tests/support/run/dice.ts'
import { randomFaults } from '#tests/support/storage/fault-script.ts'
import { type FaultyProxy, openFaultyProxy } from '#tests/support/storage/faulty-proxy.ts'
import { hasRadosgw, startRadosgw } from '#tests/support/storage/radosgw.server.ts'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import { environmentOfBucket } from '#tests/support/storage/s3-environment.ts'
import { hasSwift, startSwift } from '#tests/support/storage/swift.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** A margin for the fractions of seconds that a store rounds away. */
const AT_ONCE = -5000

interface Store {
  settings: S3Settings
  /** Settings by which the site finds the store, if there is something in between. */
  seenAt?: S3Settings
  /** Called once the site has started. */
  onStarted?: () => void
  stop(): Promise<void>
}

let double: S3Double
async function startDouble(): Promise<Store> {
  double = await openS3Double()
  return { settings: double.settings, stop: () => double.close() }
}

let proxy: FaultyProxy
const metFaults = new Set<string>()
/** A quarter of all requests fails. */
async function startDoubleFarAway(): Promise<Store> {
  double = await openS3Double()
  proxy = await openFaultyProxy(double.settings)
  const faultOf = randomFaults(createDice(38), 4, [
    { kind: 'answer', status: 500, code: 'InternalError' },
    { kind: 'answer', status: 503, code: 'SlowDown' },
    ...(['cut', 'lost', 'truncated'] as const).map((kind) => ({ kind })),
  ])
  const onStarted = () => {
    proxy.faultOf = (request) => {
      const fault = faultOf(request)
      if (fault) metFaults.add(`${fault.kind} ${request.method}`)
      return fault
    }
  }
  const stop = async () => {
    await proxy.close()
    await double.close()
  }
  return { settings: double.settings, seenAt: proxy.settings, onStarted, stop }
}

const stores = [
  { name: 'a double', start: startDouble, isInstalled: () => true },
  { name: 'a double over a network with faults', start: startDoubleFarAway, isInstalled: () => true },
  { name: 'Ceph radosgw', start: startRadosgw, isInstalled: hasRadosgw },
  { name: 'Swift', start: startSwift, isInstalled: hasSwift },
]

for (const { name, start, isInstalled } of stores)
  describe.runIf(isInstalled())(`a site on ${name}`, () => {
    let store: Store
    let storage: S3Storage
    let site: TestHoshi
    let creator: Person
    let dir: string
    let episodeId: string
    let uid: string

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'hoshi-s3-site-'))
      store = await start()
      storage = createS3Storage({ ...store.settings, prefix: 'site' })
      site = await createTestHoshi({
        environment: { ...environmentOfBucket(store.seenAt ?? store.settings), S3_PREFIX: 'site' },
        worksJobs: true,
      })
      store.onStarted?.()
      creator = await createPerson(site.url, 'creator')
      const clip = await makeClip(dir, { width: 1280, height: 720, seconds: 5 })
      episodeId = await publishClip(creator, clip, { title: 'Rain over Vega' })
      const episode = (await (await creator.call('GET', `/api/v1/episodes/${episodeId}`)).json()) as { videoId: string }
      uid = episode.videoId
    })
    afterAll(async () => {
      await site?.close()
      storage?.close()
      await store?.stop()
      await rm(dir, { recursive: true, force: true })
    })

    interface PlayedVideo {
      status: { percentComplete: number }
      playback: { hls: string; poster: string }
    }
    async function finishedVideo(): Promise<PlayedVideo> {
      const read = async () => (await (await creator.call('GET', `/api/v1/videos/${uid}`)).json()) as PlayedVideo
      await expect.poll(async () => (await read()).status.percentComplete).toBe(100)
      return await read()
    }
    const media = (path: string, headers = {}) => fetch(new URL(path, site.url), { headers })
    const linesOf = async (path: string) =>
      (await (await media(path)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    /** Paths of the files of the first rendition. */
    async function segments(): Promise<string[]> {
      const { hls } = (await finishedVideo()).playback
      const [rendition = ''] = await linesOf(hls)
      const list = new URL(rendition, new URL(hls, site.url)).pathname
      return (await linesOf(list)).map((line) => new URL(line, new URL(list, site.url)).pathname)
    }
    const findings = async () => (await site.hoshi.audit({ repairs: false, isForced: false })).findings
    const localFiles = async () => {
      const found = await readdir(join(site.dataDir, 'files'), { recursive: true, withFileTypes: true })
      return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
    }

    test('keeps what is stored in the bucket, and nothing of it on the disk', async () => {
      const { playback } = await finishedVideo()
      for (const path of [playback.hls, playback.poster, `/originals/${uid}`, '/installation'])
        expect(await storage.stat(path.slice(1)), path).not.toBeNull()
      await expect.poll(localFiles).toEqual([])
    })

    test('sends media to everybody, whole and in ranges', async () => {
      const [path = ''] = await segments()
      const whole = Buffer.from(await (await media(path)).arrayBuffer())
      expect(whole.length).toBe((await storage.stat(path.slice(1)))?.sizeBytes)
      const part = await media(path, { Range: 'bytes=100-199' })
      expect(part.status).toBe(206)
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true)
      expect(await (await media(`/watch/${episodeId}`)).text()).toContain('Rain over Vega')
    })

    test('imports an archive that waits in the bucket, and removes it', async () => {
      const other = await createPerson(site.url, 'creator')
      const profile = { username: 'Aya of Vega', bio: 'Draws stars.', supportLinks: [] }
      expect(await bringHere(other, await archiveOf({ profile }))).toMatchObject({
        state: 'finished',
        taken: { profile: 2 },
      })
      await expect.poll(() => storage.children('imports')).toEqual([])
      expect(await localFiles()).toEqual([])
    })

    test('agrees with its rows', async () => {
      await expect.poll(findings).toEqual([])
    })

    test.runIf(name === 'a double')('says 503 while the store is away, and goes on afterwards', async () => {
      const unseen = (await segments()).at(-1)!
      double.fault = () => ({ kind: 'cut' })
      const { status, headers } = await media(unseen)
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      await expect.poll(async () => (await media('/readyz')).status).toBe(503)
      expect((await media(`/watch/${episodeId}`)).status).toBe(200)
      double.fault = () => null
      await expect.poll(async () => (await media('/readyz')).status).toBe(200)
      expect((await media(unseen)).status).toBe(200)
    })

    test('removes everything of a deleted episode', async () => {
      const { hls } = (await finishedVideo()).playback
      expect((await creator.call('DELETE', `/api/v1/episodes/${episodeId}`)).status).toBe(204)
      await expect.poll(() => storage.children('originals')).toEqual([])
      await expect.poll(() => storage.children('media')).toEqual([])
      expect((await media(hls)).status).toBe(404)
      expect(await localFiles()).toEqual([])
      await expect.poll(findings).toEqual([])
    })

    test.runIf(name === 'a double over a network with faults')('has met faults of every kind', async () => {
      const methods = ['cut', 'lost', 'answer'].flatMap((kind) => ['GET', 'PUT'].map((method) => `${kind} ${method}`))
      expect([...metFaults]).toEqual(expect.arrayContaining([...methods, 'truncated GET']))
      // When the creation of an upload in parts is not answered, only the cleanup finds that upload.
      await storage.cleanUp(AT_ONCE)
      expect(double.uploads()).toEqual([])
    })
  })
