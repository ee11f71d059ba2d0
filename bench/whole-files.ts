import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { runFfmpeg } from './ffmpeg.ts'
import type { Figure } from './figures.ts'
import { cpuSecondsOf } from './file-servers.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import type { ExpectedResponse, LoadJob, LoadResult } from './load-generator.ts'
import { withMemoryPeak } from './memory-peak.ts'
import { publishFile, waitForVideo } from './short-clip.ts'

const SECONDS = 20
const ROUNDS = 3
const READERS = 100
const REQUESTS = 1200
const RANGES = 40
const GOAL = 1.1
/** Growth of the server while all read. */
const MEMORY_GOAL_MB = 50

const run = promisify(execFile)

interface Load {
  url: string
  expected: ExpectedResponse[]
}

/**
 * Processor time per gigabyte of whole files, read by a hundred readers in ranges from anywhere, beside the segments of the
 * same rendition; and the memory of the server meanwhile.
 */
export async function measureWholeFiles(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const { file, segment } = await publishFilm(dataDir)
    const hoshi = await startHoshi(dataDir, 'server', 'web')
    const loads = { segments: await segmentLoad(hoshi.url + segment), files: await fileLoad(hoshi.url + file) }
    for (const load of Object.values(loads)) await send(load)
    const sums = { segments: { seconds: 0, bytes: 0 }, files: { seconds: 0, bytes: 0 } }
    const { before, peak } = await withMemoryPeak(hoshi.pid, async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const kind of ['segments', 'files'] as const) {
          const start = await cpuSecondsOf([hoshi.pid])
          sums[kind].bytes += await send(loads[kind])
          sums[kind].seconds += (await cpuSecondsOf([hoshi.pid])) - start
        }
        report(`round ${round} of ${ROUNDS}: ${JSON.stringify(sums)}`)
      }
    })
    await hoshi.stop()
    const [segments, files] = [sums.segments, sums.files].map(({ seconds, bytes }) => seconds / (bytes / 1e9))
    return [
      {
        name: 'whole files, ranges, beside segments',
        value: files!,
        unit: 'CPU-s/GB',
        baseline: { value: segments! },
        goal: Math.round(segments! * GOAL * 1000) / 1000,
      },
      { name: `whole files, growth with ${READERS} readers`, value: peak - before, unit: 'MB', goal: MEMORY_GOAL_MB },
    ]
  })
}

/** Addresses of the largest file of a film, and of a segment of its rendition. */
async function publishFilm(dataDir: string): Promise<{ file: string; segment: string }> {
  const { url, stop } = await startHoshi(dataDir)
  const creator = await createPerson(url, 'creator', 'Bench')
  const path = join(dataDir, 'film.mp4')
  const picture = `testsrc2=s=1280x720:r=24:d=${SECONDS},noise=alls=30:allf=t`
  const rate = ['-b:v', '6M', '-maxrate', '6M', '-bufsize', '6M', '-g', '96', '-preset', 'ultrafast']
  await runFfmpeg(['-f', 'lavfi', '-i', picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...rate, path])
  const { episodeId, uid } = await publishFile(creator, path)
  await waitForVideo(creator, uid, ({ status }) => status.percentComplete === 100)
  const files = await filesOf(creator, episodeId)
  const master = await (await fetch(url + (await hlsOf(creator, uid)))).text()
  const renditions = [...master.matchAll(/BANDWIDTH=(\d+).*\n([0-9a-z]{26})\//g)]
  const [, , largest] = renditions.toSorted(([, one], [, other]) => Number(other) - Number(one))[0]!
  await stop()
  return { file: files.at(-1)!.url, segment: `/media/${uid}/${largest}/0003.m4s` }
}

async function filesOf(creator: Person, id: string): Promise<{ url: string }[]> {
  for (;;) {
    const { files } = (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as {
      files: { url: string }[]
    }
    if (files.length > 0) return files
    await pause(100)
  }
}

async function hlsOf(creator: Person, uid: string): Promise<string> {
  const video = (await (await creator.call('GET', `/api/v1/videos/${uid}`)).json()) as { playback: { hls: string } }
  return video.playback.hls
}

async function segmentLoad(url: string): Promise<Load> {
  const bytes = await bytesOf(url)
  return { url, expected: [{ sizeBytes: bytes.length, sha256: hashOf(bytes) }] }
}

/** Ranges as long as a segment, spread over the file. */
async function fileLoad(url: string): Promise<Load> {
  const bytes = await bytesOf(url)
  const length = Math.round(bytes.length / (SECONDS / 4))
  const expected = Array.from({ length: RANGES }, (_, n) => {
    const from = Math.floor(((n * 0.618) % 1) * (bytes.length - length))
    const part = bytes.subarray(from, from + length)
    return { range: `bytes=${from}-${from + length - 1}`, sizeBytes: length, sha256: hashOf(part) }
  })
  return { url, expected }
}

async function bytesOf(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer())
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** @returns number of bytes */
async function send({ url, expected }: Load): Promise<number> {
  const job: LoadJob = { url, connections: READERS, requests: REQUESTS, expected }
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'load-generator.ts'), JSON.stringify(job)])
  return (JSON.parse(stdout) as LoadResult).bytes
}
