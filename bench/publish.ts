import { join } from 'node:path'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { obtainClips } from './clips.ts'
import { cpuTime } from './cpu-time.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { type Figure, median } from './figures.ts'
import { type HoshiProcess, withDataDir, withHoshi } from './hoshi-process.ts'
import { peertubeArguments, peertubeSizes } from './ladder.ts'
import { pollUntil } from './poll.ts'
import { uploadFile, videoOf } from './upload.ts'
import { firstBytesOf } from './viewer.ts'

const SHORT_RUNS = 5
const LONG_RUNS = 3
/** PeerTube's procedure takes a minute and varies little: one run, in the middle of ours, represents all. */
const BASELINE_AFTER_RUN = 3
const GOAL_SECONDS = 1.5
/** Share of PeerTube's first steps: a copy that starts immediately, then its largest size. */
const GOAL_SHARE = 1 / 200
const CONNECTION_RUNS = 3
/** A possible home connection of a creator: 100 Mbit/s. */
const CONNECTION_BYTES_PER_SECOND = 12_500_000
const VP9_RUNS = 3
const GOAL_VP9_CPU_SECONDS = 6
/** Polling intervals: for steps of a quarter of a second, and for steps that take seconds of processor time. */
const POLLING = { often: { everyMs: 10 }, seldom: { everyMs: 100 } }

/** Cost of one run. */
interface Run {
  seconds: number
  /** Processor time of the server and its ffmpeg and ffprobe, without PostgreSQL. */
  cpuSeconds: number
}

/**
 * Time from the acknowledgement of the last byte until a signed-out client has a valid master playlist, media playlist,
 * init and first segment; beside it PeerTube's procedure for the same file until there is something to watch. Also the
 * cost up to that point of a file that has to be encoded.
 */
export async function measurePublishing(report: (line: string) => void): Promise<Figure[]> {
  const clips = await obtainClips(report)
  return withHoshi(async (hoshi) => {
    const creator = await createPerson(hoshi.url, 'creator')
    const reportRun = (what: string, run: Run) => {
      report(`${what}: ${run.seconds.toFixed(2)} s, ${run.cpuSeconds.toFixed(2)} s of processor time`)
      return run
    }
    const short: Run[] = []
    let baseline: Run = { seconds: 0, cpuSeconds: 0 }
    for (let run = 1; run <= SHORT_RUNS; run += 1) {
      short.push(reportRun(`60 s, run ${run} of ${SHORT_RUNS}`, await publishOnce(hoshi, creator, clips.short)))
      if (run === BASELINE_AFTER_RUN) baseline = reportRun('60 s, PeerTube’s way', await peertubeProcedure(clips.short))
    }
    const slow: Run[] = []
    for (let run = 1; run <= CONNECTION_RUNS; run += 1) {
      const took = await publishOnce(hoshi, creator, clips.short, { bytesPerSecond: CONNECTION_BYTES_PER_SECOND })
      slow.push(reportRun(`60 s over a connection of 100 Mbit/s, run ${run} of ${CONNECTION_RUNS}`, took))
    }
    const long: Run[] = []
    for (let run = 1; run <= LONG_RUNS; run += 1) {
      long.push(reportRun(`600 s, run ${run} of ${LONG_RUNS}`, await publishOnce(hoshi, creator, clips.long)))
    }
    const vp9: Run[] = []
    for (let run = 1; run <= VP9_RUNS; run += 1) {
      vp9.push(
        reportRun(
          `60 s of VP9, run ${run} of ${VP9_RUNS}`,
          await publishOnce(hoshi, creator, clips.vp9, { polling: POLLING.seldom }),
        ),
      )
    }
    return [
      ...figuresOf(`60 s of 1080p (median of ${SHORT_RUNS}; theirs once)`, short, baseline, 1, {
        seconds: rounded(baseline.seconds * GOAL_SHARE),
        cpuSeconds: rounded(baseline.cpuSeconds * GOAL_SHARE),
      }),
      ...figuresOf(`60 s of 1080p, sent at 100 Mbit/s (median of ${CONNECTION_RUNS})`, slow, baseline, 1, {
        seconds: rounded(baseline.seconds * GOAL_SHARE),
      }),
      ...figuresOf(`600 s of 1080p (median of ${LONG_RUNS}; theirs x 10)`, long, baseline, 10, {
        seconds: GOAL_SECONDS,
      }),
      ...figuresOf(`60 s of 1080p VP9 (median of ${VP9_RUNS})`, vp9, baseline, 1, {
        cpuSeconds: GOAL_VP9_CPU_SECONDS,
      }),
    ]
  })
}

/** @param times how often the baseline's clip fits into this one */
function figuresOf(what: string, runs: readonly Run[], baseline: Run, times: number, goal: Partial<Run>): Figure[] {
  const isEstimated = times !== 1
  return [
    {
      name: `publish ${what}`,
      value: median(runs.map((run) => run.seconds)),
      unit: 's',
      baseline: { value: baseline.seconds * times, isEstimated },
      goal: goal.seconds,
    },
    {
      name: '  the same in processor time',
      value: median(runs.map((run) => run.cpuSeconds)),
      unit: 's',
      baseline: { value: baseline.cpuSeconds * times, isEstimated },
      goal: goal.cpuSeconds,
    },
  ]
}

/** Times a publication from the last acknowledged byte to the first playable ones. */
export async function publishOnce(
  { url, pid }: HoshiProcess,
  creator: Person,
  path: string,
  { bytesPerSecond, polling = POLLING.often }: { bytesPerSecond?: number; polling?: { everyMs: number } } = {},
): Promise<Run> {
  const { uid, episode } = await uploadFile(creator, path, bytesPerSecond)
  const acknowledgedAt = performance.now()
  const before = await cpuTime(pid)
  await firstBytesOf(url, await playlistOf(creator, uid, polling))
  const seconds = (performance.now() - acknowledgedAt) / 1000
  const after = await cpuTime(pid)
  await waitForPoster(creator, uid)
  const removed = await creator.call('DELETE', `/api/v1/episodes/${episode}`)
  if (removed.status !== 204) throw new Error(`Deleting the episode answered ${removed.status}.`)
  return { seconds, cpuSeconds: after.own + after.children - before.own - before.children }
}

async function playlistOf(creator: Person, uid: string, polling: { everyMs: number }): Promise<string> {
  return pollUntil(async () => {
    const { status, playback } = await videoOf(creator, uid)
    if (status.state === 'error') throw new Error(`The clip was refused: ${status.reason}`)
    return status.state === 'ready' ? playback.hls : null
  }, polling)
}

/** Waits for the poster, which must not overlap the next measurement; the ladder ends with the episode. */
async function waitForPoster(creator: Person, uid: string): Promise<void> {
  await pollUntil(async () => ((await videoOf(creator, uid)).playback.poster !== null ? true : null))
}

function rounded(seconds: number): number {
  return Number(seconds.toFixed(2))
}

/** Times PeerTube's steps before anything can be watched: a faststart copy, then 1080p as HLS. */
async function peertubeProcedure(path: string): Promise<Run> {
  const [largest] = peertubeSizes
  if (!largest) throw new Error('PeerTube’s sizes are empty.')
  return withDataDir(async (dir) => {
    const before = await cpuTime(process.pid)
    const startedAt = performance.now()
    const copied = join(dir, 'copy.mp4')
    await runFfmpeg(['-i', path, '-c', 'copy', '-movflags', 'faststart', copied])
    await runFfmpeg(peertubeArguments(copied, dir, largest))
    const seconds = (performance.now() - startedAt) / 1000
    const after = await cpuTime(process.pid)
    return { seconds, cpuSeconds: after.children - before.children }
  })
}
