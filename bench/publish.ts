import { join } from 'node:path'
import { createPerson, type Person } from '#tests/support/person.ts'
import { obtainClips } from './clips.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { type Figure, median } from './figures.ts'
import { type HoshiProcess, withDataDir, withHoshi } from './hoshi-process.ts'
import { theirArguments, theirSizes } from './ladder.ts'
import { processorTime } from './processor-time.ts'
import { until } from './until.ts'
import { uploadFile, videoOf } from './upload.ts'
import { firstBytesOf } from './viewer.ts'

const SHORT_RUNS = 5
const LONG_RUNS = 3
/** PeerTube's procedure takes a minute and varies little beside that: one run, in the middle of ours, stands for all. */
const BASELINE_AFTER_RUN = 3
const GOAL_SECONDS = 1.5
/** Of what PeerTube does first: a copy that begins at once, and then its largest size. */
const GOAL_SHARE = 1 / 200
const LINE_RUNS = 3
/** What a creator may have at home: 100 Mbit/s. */
const LINE_BYTES_PER_SECOND = 12_500_000
const FOREIGN_RUNS = 3
const GOAL_FOREIGN_PROCESSOR_SECONDS = 6
/** Times between looks: for what takes a quarter of a second, and for what takes seconds of processor time, too. */
const LOOKING = { often: { everyMs: 10 }, seldom: { everyMs: 100 } }

/** What one run took. */
interface Run {
  seconds: number
  /** Of the server and its ffmpeg and ffprobe, without PostgreSQL. */
  processorSeconds: number
}

/**
 * From the acknowledgement of the last byte until a stranger holds a valid master playlist, media playlist, init and
 * first segment; beside it PeerTube's procedure for the same file until there is something to watch. Besides, what a file
 * costs until then that has to be encoded.
 */
export async function measurePublishing(note: (line: string) => void): Promise<Figure[]> {
  const clips = await obtainClips(note)
  return withHoshi(async (hoshi) => {
    const creator = await createPerson(hoshi.url, 'creator')
    const tell = (what: string, run: Run) => {
      note(`${what}: ${run.seconds.toFixed(2)} s, ${run.processorSeconds.toFixed(2)} s of processor time`)
      return run
    }
    const short: Run[] = []
    let baseline: Run = { seconds: 0, processorSeconds: 0 }
    for (let run = 1; run <= SHORT_RUNS; run += 1) {
      short.push(tell(`60 s, run ${run} of ${SHORT_RUNS}`, await publishOnce(hoshi, creator, clips.short)))
      if (run === BASELINE_AFTER_RUN) baseline = tell('60 s, PeerTube’s way', await theirProcedure(clips.short))
    }
    const slow: Run[] = []
    for (let run = 1; run <= LINE_RUNS; run += 1) {
      const took = await publishOnce(hoshi, creator, clips.short, { bytesPerSecond: LINE_BYTES_PER_SECOND })
      slow.push(tell(`60 s over a line of 100 Mbit/s, run ${run} of ${LINE_RUNS}`, took))
    }
    const long: Run[] = []
    for (let run = 1; run <= LONG_RUNS; run += 1) {
      long.push(tell(`600 s, run ${run} of ${LONG_RUNS}`, await publishOnce(hoshi, creator, clips.long)))
    }
    const foreign: Run[] = []
    for (let run = 1; run <= FOREIGN_RUNS; run += 1) {
      foreign.push(
        tell(
          `60 s of VP9, run ${run} of ${FOREIGN_RUNS}`,
          await publishOnce(hoshi, creator, clips.foreign, { looking: LOOKING.seldom }),
        ),
      )
    }
    return [
      ...figuresOf(`60 s of 1080p (median of ${SHORT_RUNS}; theirs once)`, short, baseline, 1, {
        seconds: rounded(baseline.seconds * GOAL_SHARE),
        processorSeconds: rounded(baseline.processorSeconds * GOAL_SHARE),
      }),
      ...figuresOf(`60 s of 1080p, sent at 100 Mbit/s (median of ${LINE_RUNS})`, slow, baseline, 1, {
        seconds: rounded(baseline.seconds * GOAL_SHARE),
      }),
      ...figuresOf(`600 s of 1080p (median of ${LONG_RUNS}; theirs x 10)`, long, baseline, 10, {
        seconds: GOAL_SECONDS,
      }),
      ...figuresOf(`60 s of 1080p VP9 (median of ${FOREIGN_RUNS})`, foreign, baseline, 1, {
        processorSeconds: GOAL_FOREIGN_PROCESSOR_SECONDS,
      }),
    ]
  })
}

/** @param times how often the baseline's clip fits into this one */
function figuresOf(what: string, runs: readonly Run[], baseline: Run, times: number, goal: Partial<Run>): Figure[] {
  const isReckoned = times !== 1
  return [
    {
      name: `publish ${what}`,
      value: median(runs.map((run) => run.seconds)),
      unit: 's',
      baseline: { value: baseline.seconds * times, isReckoned },
      goal: goal.seconds,
    },
    {
      name: '  the same in processor time',
      value: median(runs.map((run) => run.processorSeconds)),
      unit: 's',
      baseline: { value: baseline.processorSeconds * times, isReckoned },
      goal: goal.processorSeconds,
    },
  ]
}

/** Times a publication from the last acknowledged byte to the first playable ones. */
async function publishOnce(
  { url, pid }: HoshiProcess,
  creator: Person,
  path: string,
  { bytesPerSecond, looking = LOOKING.often }: { bytesPerSecond?: number; looking?: { everyMs: number } } = {},
): Promise<Run> {
  const { uid, episode } = await uploadFile(creator, path, bytesPerSecond)
  const acknowledged = performance.now()
  const before = await processorTime(pid)
  await firstBytesOf(url, await playlistOf(creator, uid, looking))
  const seconds = (performance.now() - acknowledged) / 1000
  const after = await processorTime(pid)
  await settle(creator, uid)
  const removed = await creator.call('DELETE', `/api/v1/episodes/${episode}`)
  if (removed.status !== 204) throw new Error(`Deleting the episode answered ${removed.status}.`)
  return { seconds, processorSeconds: after.own + after.children - before.own - before.children }
}

async function playlistOf(creator: Person, uid: string, looking: { everyMs: number }): Promise<string> {
  return until(async () => {
    const { status, playback } = await videoOf(creator, uid)
    if (status.state === 'error') throw new Error(`The clip was refused: ${status.reason}`)
    return status.state === 'ready' ? playback.hls : null
  }, looking)
}

/** The poster must not run into the next measurement; the ladder ends with the episode. */
async function settle(creator: Person, uid: string): Promise<void> {
  await until(async () => ((await videoOf(creator, uid)).playback.poster !== null ? true : null))
}

function rounded(seconds: number): number {
  return Number(seconds.toFixed(2))
}

/** Times what PeerTube runs before anything can be watched: a copy with its index in front, then 1080p as HLS. */
async function theirProcedure(path: string): Promise<Run> {
  const [largest] = theirSizes
  if (!largest) throw new Error('PeerTube has sizes.')
  return withDataDir(async (dir) => {
    const before = await processorTime(process.pid)
    const begun = performance.now()
    const copied = join(dir, 'copy.mp4')
    await runFfmpeg(['-i', path, '-c', 'copy', '-movflags', 'faststart', copied])
    await runFfmpeg(theirArguments(copied, dir, largest))
    const seconds = (performance.now() - begun) / 1000
    const after = await processorTime(process.pid)
    return { seconds, processorSeconds: after.children - before.children }
  })
}
