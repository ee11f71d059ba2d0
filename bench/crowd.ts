import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createPerson, type Person } from '#tests/support/person.ts'
import { askForAddress } from '#tests/support/tus.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { type Figure, percentile } from './figures.ts'
import { residentMb, withDataDir, withHoshi } from './hoshi-process.ts'
import { until } from './until.ts'
import { publishEpisode, sendPiece, videoOf } from './upload.ts'

const UPLOADS = 40
const READ_EVERY_MS = 100
const GOAL_READ_MS = 300
/** Above what the server has at rest: jobs hold rows and lines of output, never files. */
const GOAL_GROWTH_MB = 200
const LOOKING = { everyMs: 2000, patienceMs: 30 * 60_000 }

/** What people send, in this order over and over. */
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

/** Forty files at once, of all kinds: what the dashboard's list takes to be read meanwhile, and what memory. */
export async function measureCrowd(note: (line: string) => void): Promise<Figure[]> {
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
      const watch = watchServer(creator, pid)
      const begun = performance.now()
      const uids = await Promise.all(
        Array.from({ length: UPLOADS }, (_, place) => send(creator, files[place % files.length] ?? Buffer.alloc(0))),
      )
      note(`all ${UPLOADS} are sent; waiting for their ends`)
      // One after the other: forty people asking at the same moment would be a crowd of another kind.
      const ends: string[] = []
      for (const uid of uids) ends.push(await endOf(creator, uid))
      const seconds = (performance.now() - begun) / 1000
      const { reads, server, tools } = await watch.stop()
      const refused = ends.filter((state) => state === 'error').length
      note(`${UPLOADS - refused} ready, ${refused} refused, after ${seconds.toFixed(0)} s; ${reads.length} reads`)
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
  const { uid, uploadURL } = await askForAddress(creator, bytes.length)
  await publishEpisode(creator, uid)
  await sendPiece(uploadURL, 0, bytes.length, (from, to) => [bytes.subarray(from, to)])
  return uid
}

/** `ready` with everything, or `error`. */
function endOf(creator: Person, uid: string): Promise<string> {
  return until(async () => {
    const { status } = await videoOf(creator, uid)
    return status.state === 'error' || status.percentComplete === 100 ? status.state : null
  }, LOOKING)
}

/** Reads the list as a dashboard does, again and again, and looks at the memory of the server and of its tools. */
function watchServer(creator: Person, pid: number) {
  const reads: number[] = []
  let server = 0
  let tools = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const asked = performance.now()
      const answer = await creator.call('GET', '/api/v1/me/episodes')
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`The list answered ${answer.status}.`)
      reads.push(performance.now() - asked)
      server = Math.max(server, await residentMb(pid))
      tools = Math.max(tools, await memoryOfTools())
      await pause(READ_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return { reads, server, tools }
    },
  }
}

/** Of every ffmpeg and ffprobe on the machine, together. */
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
