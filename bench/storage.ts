import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forEachConcurrently } from '#platform/concurrent-each.ts'
import { createS3Storage } from '#platform/s3-storage.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { hasRadosgw, startRadosgw } from '#tests/support/storage/radosgw.server.ts'
import { startDouble } from '#tests/support/storage/s3-double.ts'
import { environmentOfBucket } from '#tests/support/storage/s3-environment.ts'
import { onCleanup } from './cleanup.ts'
import { obtainShortClip } from './clips.ts'
import { cpuTime } from './cpu-time.ts'
import { type Figure, median } from './figures.ts'
import { type HoshiProcess, startHoshi, withDataDir } from './hoshi-process.ts'
import { withMemoryPeak } from './memory-peak.ts'
import { pollUntil } from './poll.ts'
import { publishOnce } from './publish.ts'
import { publishShortClip, waitForVideo } from './short-clip.ts'
import { sendChunk, videoOf } from './upload.ts'

const PLAYABLE_PAIRS = 3
const PLAYABLE_GOAL = 1.5
const DELIVERY_ROUNDS = 3
const DELIVERY_GOAL = 1.3
const SEGMENT_BYTES = 3_000_000
/** Segments of a round that nobody has requested before, and requests for one that all watch. */
const UNSEEN_SEGMENTS = 120
const HOT_REQUESTS = 200
const CONNECTIONS = 16
const UPLOADS = 40
const UPLOAD_BYTES = 17 * 1024 * 1024
const MEMORY_GOAL_MB = 200

/** A running Hoshi and where its files are. */
interface Site {
  hoshi: HoshiProcess
  creator: Person
  /** Stores a file as one of its own. */
  store(key: string, bytes: Buffer): Promise<void>
}

/** Measures the same work on a site with files on the disk, and on one with files in a bucket, in turns. */
export async function measureStorage(report: (line: string) => void): Promise<Figure[]> {
  const clip = await obtainShortClip(report)
  if (!hasRadosgw())
    report('Ceph is not installed, so a store in this process takes its place (docs/operate/storage.md)')
  const store = await (hasRadosgw() ? startRadosgw() : startDouble())
  const unregister = onCleanup(() => store.stop())
  try {
    return await withDataDir((diskDir) =>
      withDataDir(async (bucketDir) => {
        const disk = await openSite(diskDir, {}, async (key, bytes) => {
          const path = join(diskDir, 'files', key)
          await mkdir(dirname(path), { recursive: true })
          await writeFile(path, bytes)
        })
        const s3 = createS3Storage(store.settings)
        const bucket = await openSite(bucketDir, environmentOfBucket(store.settings), async (key, bytes) => {
          const path = join(bucketDir, 'segment')
          await writeFile(path, bytes)
          await s3.putFile(key, path)
          await rm(path)
        })
        try {
          return [
            ...(await measurePlayable(report, disk, bucket, clip)),
            ...(await measureStreaming(report, disk, bucket)),
            ...(await measureUploads(report, disk, bucket)),
          ]
        } finally {
          s3.close()
          await disk.hoshi.stop()
          await bucket.hoshi.stop()
        }
      }),
    )
  } finally {
    unregister()
    await store.stop()
  }
}

async function openSite(dataDir: string, settings: Record<string, string>, store: Site['store']): Promise<Site> {
  const hoshi = await startHoshi(dataDir, 'server', 'all', settings)
  return { hoshi, creator: await createPerson(hoshi.url, 'creator'), store }
}

async function measurePlayable(report: (line: string) => void, disk: Site, bucket: Site, clip: string) {
  const seconds = { disk: [] as number[], bucket: [] as number[] }
  for (let pair = 1; pair <= PLAYABLE_PAIRS; pair += 1) {
    const first = await publishOnce(disk.hoshi, disk.creator, clip)
    const second = await publishOnce(bucket.hoshi, bucket.creator, clip)
    seconds.disk.push(first.seconds)
    seconds.bucket.push(second.seconds)
    report(
      `60 s, pair ${pair} of ${PLAYABLE_PAIRS}: disk ${first.seconds.toFixed(2)} s, bucket ${second.seconds.toFixed(2)} s`,
    )
  }
  const name = `storage, 60 s of 1080p until it plays (median of ${PLAYABLE_PAIRS}), bucket beside disk`
  return [besideDisk(name, 's', median(seconds.bucket), median(seconds.disk), PLAYABLE_GOAL)]
}

async function measureStreaming(report: (line: string) => void, disk: Site, bucket: Site): Promise<Figure[]> {
  const folders = new Map([
    [disk, await publishedFolder(disk)],
    [bucket, await publishedFolder(bucket)],
  ])
  const sums = { unseen: new Map<Site, number>(), hot: new Map<Site, number>() }
  for (let round = 0; round <= DELIVERY_ROUNDS; round += 1) {
    const line: string[] = []
    for (const [site, folder] of folders) {
      const unseen = Array.from({ length: UNSEEN_SEGMENTS }, (_, n) => `${folder}/${segmentName(round, n)}`)
      const hot = Array.from({ length: HOT_REQUESTS }, () => `${folder}/${segmentName(round, 0)}`)
      const bytes = randomBytes(SEGMENT_BYTES)
      for (const key of unseen) await site.store(key, bytes)
      for (const [kind, keys] of Object.entries({ unseen, hot }) as ['unseen' | 'hot', string[]][]) {
        const cost = await costOf(site, keys)
        line.push(`${site === disk ? 'disk' : 'bucket'}, ${kind} ${cost.toFixed(2)}`)
        // The first round warms up.
        if (round > 0) sums[kind].set(site, (sums[kind].get(site) ?? 0) + cost / DELIVERY_ROUNDS)
      }
    }
    report(`round ${round} of ${DELIVERY_ROUNDS}: ${line.join('; ')} CPU-s/GB`)
  }
  return (['hot', 'unseen'] as const).map((kind) => {
    const what = kind === 'hot' ? 'a segment that many watch' : 'segments that nobody has requested before'
    const [value = 0, baseline = 0] = [bucket, disk].map((site) => sums[kind].get(site))
    return besideDisk(`storage, media, ${what}, bucket beside disk`, 'CPU-s/GB', value, baseline, DELIVERY_GOAL)
  })
}

/** A name that segments have, and none of the published ones. */
function segmentName(round: number, n: number): string {
  return `${900_000 + round * 1000 + n}.m4s`
}

/** The folder of a public rendition; all its files are public. */
async function publishedFolder({ hoshi, creator }: Site): Promise<string> {
  const { uid } = await publishShortClip(creator)
  await waitForVideo(creator, uid, ({ status }) => status.percentComplete === 100)
  const master = await (await fetch(hoshi.url + (await videoOf(creator, uid)).playback.hls)).text()
  const rendition = /^[^#\n]+(?=\/)/m.exec(master)?.[0]
  if (rendition === undefined) throw new Error('The master playlist names no rendition.')
  return `media/${uid}/${rendition}`
}

/** Processor time of the server for a gigabyte. */
async function costOf({ hoshi }: Site, keys: readonly string[]): Promise<number> {
  const before = await cpuTime(hoshi.pid)
  await forEachConcurrently(keys, CONNECTIONS, async (key) => {
    const response = await fetch(`${hoshi.url}/${key}`)
    const { byteLength } = await response.arrayBuffer()
    if (response.status !== 200 || byteLength !== SEGMENT_BYTES)
      throw new Error(`${key} answered ${response.status} with ${byteLength} bytes.`)
  })
  const after = await cpuTime(hoshi.pid)
  return (after.own - before.own) / ((keys.length * SEGMENT_BYTES) / 1e9)
}

/** The first uploads warm the server up; the second ones count. */
async function measureUploads(report: (line: string) => void, disk: Site, bucket: Site): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, site] of Object.entries({ disk, bucket })) {
    await sendAtOnce(site, 2)
    const { before, peak } = await withMemoryPeak(site.hoshi.pid, () => sendAtOnce(site, UPLOADS))
    report(`${UPLOADS} uploads at once, ${name}: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`)
    figures.push({
      name: `storage, ${UPLOADS} uploads at once, ${name}: memory above idle`,
      value: peak - before,
      unit: 'MB',
      goal: MEMORY_GOAL_MB,
    })
  }
  return figures
}

/** Sends bytes that are no video, until each upload is refused. */
async function sendAtOnce({ creator }: Site, count: number): Promise<void> {
  const bytes = randomBytes(UPLOAD_BYTES)
  const uploads = await Promise.all(Array.from({ length: count }, () => createUpload(creator, UPLOAD_BYTES)))
  const read = (from: number, to: number) => [bytes.subarray(from, to)]
  await Promise.all(uploads.map(({ uploadURL }) => sendChunk(uploadURL, 0, UPLOAD_BYTES, read)))
  for (const { uid } of uploads)
    await pollUntil(async () => ((await videoOf(creator, uid)).status.state === 'error' ? true : null))
}

function besideDisk(name: string, unit: Figure['unit'], value: number, baseline: number, times: number): Figure {
  return { name, value, unit, baseline: { value: baseline }, goal: Math.round(baseline * times * 1000) / 1000 }
}
