import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { onCleanup } from './cleanup.ts'
import { cpuTime } from './cpu-time.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { type Figure, median } from './figures.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import { pollUntil } from './poll.ts'
import { uploadFile, videoOf } from './upload.ts'

const run = promisify(execFile)
const SECONDS = 600
const ROUNDS = 3
const GOAL_CPU_SECONDS = 15
const PATIENCE = { everyMs: 200, patienceMs: 20 * 60_000 }

interface Round {
  /** From the last byte until it plays. */
  secondsToReady: number
  /** Processor time of the server, its ffmpeg and the classifier, until everything is done. */
  cpuSeconds: number
}

/** Measures the cost of checking a ten-minute video with the embedded classifier, alternating with unchecked runs. */
export function measureImageChecks(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dir) => {
    const clip = join(dir, 'film.mp4')
    report('drawing a film of ten minutes…')
    const source = `testsrc2=s=640x360:r=24:d=${SECONDS}`
    const codecs = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '96']
    await runFfmpeg(['-f', 'lavfi', '-i', source, ...codecs, '-movflags', '+faststart', clip])
    const rounds: Record<'off' | 'embedded', Round[]> = { off: [], embedded: [] }
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const service of ['off', 'embedded'] as const) {
        const measured = await measureFilm(clip, service)
        rounds[service].push(measured)
        report(`${round} of ${ROUNDS}, ${service}: ${measured.cpuSeconds.toFixed(1)} CPU-s`)
      }
    }
    const cpu = (of: Round[]) => median(of.map(({ cpuSeconds }) => cpuSeconds))
    const ready = (of: Round[]) => median(of.map(({ secondsToReady }) => secondsToReady))
    const { off, embedded } = rounds
    return [
      {
        name: 'checking the pictures of 600 s, on top of processing',
        value: cpu(embedded) - cpu(off),
        unit: 'CPU-s',
        goal: GOAL_CPU_SECONDS,
      },
      { name: '  processing with the check', value: cpu(embedded), unit: 'CPU-s', baseline: { value: cpu(off) } },
      {
        name: '  from the last byte until it plays',
        value: ready(embedded),
        unit: 's',
        baseline: { value: ready(off) },
      },
    ]
  })
}

function measureFilm(clip: string, service: 'off' | 'embedded'): Promise<Round> {
  return withDataDir(async (dataDir) => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
    const unregister = onCleanup(() => postgres.stop())
    const { connectionString } = postgres
    const secret = { DATABASE_URL: connectionString, SECRET: 'a secret of the bench, of no worth' }
    try {
      const hoshi = await startHoshi(dataDir, 'server', 'all', { ...secret, IMAGE_MODERATION: service })
      const creator = await createPerson(hoshi.url, 'creator')
      const before = await allCpuSeconds(hoshi.pid)
      const { uid } = await uploadFile(creator, clip)
      const sentAt = performance.now()
      const isReady = async () => ((await videoOf(creator, uid)).status.state === 'ready' ? true : null)
      await pollUntil(isReady)
      const secondsToReady = (performance.now() - sentAt) / 1000
      await pollUntil(() => isDone(connectionString, service), PATIENCE)
      const cpuSeconds = (await allCpuSeconds(hoshi.pid)) - before
      await hoshi.stop()
      return { secondsToReady, cpuSeconds }
    } finally {
      await postgres.stop()
      unregister()
    }
  })
}

/** Whether no job of the video waits or runs; with a service, also whether its pictures are classified. */
async function isDone(connectionString: string, service: 'off' | 'embedded'): Promise<true | null> {
  const [row] = await queryDatabase<{ left: number; checks: number; failures: number }>(
    connectionString,
    `select
       (select count(*)::int from pgboss.job where state < 'completed' and name similar to '(video|moderation).%'
          and (data ? 'uid')) as left,
       (select count(*)::int from image_checks where outcome <> 'failed') as checks,
       (select count(*)::int from image_checks where outcome = 'failed') as failures`,
  )
  if (row!.failures > 0) throw new Error('The pictures could not be classified.')
  return row!.left === 0 && row!.checks === (service === 'off' ? 0 : 1) ? true : null
}

/** Processor time of a server, its ended children, and the classifier that still runs. */
async function allCpuSeconds(pid: number): Promise<number> {
  const { stdout } = await run('pgrep', ['-f', 'classify.mjs']).catch(() => ({ stdout: '' }))
  const pids = [pid, ...stdout.split('\n').filter(Boolean).map(Number)]
  const times = await Promise.all(pids.map((each) => cpuTime(each).catch(() => ({ own: 0, children: 0 }))))
  return times.reduce((sum, { own, children }) => sum + own + children, 0)
}
