import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { type Figure, percentile } from './figures.ts'
import { residentMb, withDataDir, withHoshi } from './hoshi-process.ts'
import { pollUntil } from './poll.ts'
import { publishEpisode, sendChunk, videoOf } from './upload.ts'

const UPLOADS = 40
const READ_EVERY_MS = 100
const GOAL_READ_MS = 300
/** Growth above the memory of the idle server: jobs hold rows and lines of output, never files. */
const GOAL_GROWTH_MB = 200
const POLLING = { everyMs: 2000, patienceMs: 30 * 60_000 }

/** Kinds of uploaded files, repeated in this order. */
const kinds: { name: string; make: (path: string) => Promise<unknown> }[] = [
  { name: 'plain.mp4', make: (path) => draw(path, 8, ['-c:v', 'libx264', '-preset', 'superfast', '-c:a', 'aac']) },
  { name: 'vp9.webm', make: (path) => draw(path, 8, [...QUICK_VP9, '-c:a', 'libopus']) },
  { name: 'long.webm', make: (path) => draw(path, 24, [...QUICK_VP9, '-c:a', 'libopus']) },
  { name: 'not-a-video.mp4', make: (path) => writeFile(path, Buffer.alloc(100_000, 'no video')) },
  { name: 'mpeg4.avi', make: (path) => draw(path, 8, ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']) },
]

const QUICK_VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '800k']

function draw(path: string, seconds: number, codecs: string[]): Promise<unknown> {
  const inputs = ['-f', 'lavfi', '-i', `testsrc2=s=854x480:r=24:d=${seconds}`, '-f', 'lavfi', '-i', `sine=d=${seconds}`]
  return runFfmpeg([...inputs, '-pix_fmt', 'yuv420p', ...codecs, path])
}

/** Uploads forty files of all kinds simultaneously; measures reads of the dashboard's list, and memory. */
export async function measureCrowd(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir((dir) =>
    withHoshi(async ({ url, pid }) => {
      const files = await Promise.all(
        kinds.map(async ({ name, make }) => {
          const path = join(dir, name)
          await make(path)
          return await readFile(path)
        }),
      )
      const creator = await createPerson(url, 'creator')
      const before = await residentMb(pid)
      const sampler = sampleServer(creator, pid)
      const startedAt = performance.now()
      const uids = await Promise.all(
        Array.from({ length: UPLOADS }, (_, index) => send(creator, files[index % files.length] ?? Buffer.alloc(0))),
      )
      report(`all ${UPLOADS} are sent; waiting for their final states`)
      // In sequence: forty clients polling simultaneously would be a different load.
      const finalStates: string[] = []
      for (const uid of uids) finalStates.push(await finalStateOf(creator, uid))
      const seconds = (performance.now() - startedAt) / 1000
      const { reads, server, tools } = await sampler.stop()
      const refused = finalStates.filter((state) => state === 'error').length
      report(`${UPLOADS - refused} ready, ${refused} refused, after ${seconds.toFixed(0)} s; ${reads.length} reads`)
      return [
        {
          name: `${UPLOADS} uploads at once: reading the dashboard's list, p99`,
          value: percentile(reads, 99),
          unit: 'ms',
          goal: GOAL_READ_MS,
        },
        { name: '  the same, median', value: percentile(reads, 50), unit: 'ms' },
        { name: '  memory growth of the server', value: server - before, unit: 'MB', goal: GOAL_GROWTH_MB },
        { name: '  memory of its ffmpeg and ffprobe, at most', value: tools, unit: 'MB' },
        { name: '  until the last one has every rendition', value: seconds, unit: 's' },
      ]
    }),
  )
}

async function send(creator: Person, bytes: Buffer): Promise<string> {
  const { uid, uploadURL } = await createUpload(creator, bytes.length)
  await publishEpisode(creator, uid)
  await sendChunk(uploadURL, 0, bytes.length, (from, to) => [bytes.subarray(from, to)])
  return uid
}

/** `ready` with all renditions, or `error`. */
function finalStateOf(creator: Person, uid: string): Promise<string> {
  return pollUntil(async () => {
    const { status } = await videoOf(creator, uid)
    return status.state === 'error' || status.percentComplete === 100 ? status.state : null
  }, POLLING)
}

/** Polls the list as a dashboard does, and samples the memory of the server and its tools. */
function sampleServer(creator: Person, pid: number) {
  const reads: number[] = []
  let server = 0
  let tools = 0
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      const requestedAt = performance.now()
      const response = await creator.call('GET', '/api/v1/me/episodes')
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`The list answered ${response.status}.`)
      reads.push(performance.now() - requestedAt)
      server = Math.max(server, await residentMb(pid))
      tools = Math.max(tools, await memoryOfTools())
      await pause(READ_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await sampling
      return { reads, server, tools }
    },
  }
}

/** Resident memory of all ffmpeg and ffprobe processes on the machine, in MB. */
async function memoryOfTools(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
      return /^ff(mpeg|probe)\n$/.test(name) ? await residentMb(Number(pid)).catch(() => 0) : 0
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
