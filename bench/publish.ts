import { join } from 'node:path'
import { createPerson, type Person } from '#tests/support/person.ts'
import { obtainClips } from './clips.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { type Figure, median } from './figures.ts'
import { type HoshiProcess, withDataDir, withHoshi } from './hoshi-process.ts'
import { processorTime } from './processor-time.ts'
import { until } from './until.ts'
import { uploadFile, videoOf } from './upload.ts'
import { firstBytesOf } from './viewer.ts'

const SHORT_RUNS = 5
const LONG_RUNS = 3
/** The re-encode takes a minute and varies little beside that: one run, in the middle of ours, stands for all. */
const BASELINE_AFTER_RUN = 3
const GOAL_SECONDS = 1.5

/** What one run took. */
interface Run {
  seconds: number
  /** Of the server and its ffmpeg and ffprobe, without PostgreSQL. */
  processorSeconds: number
}

/**
 * From the acknowledgement of the last byte until a stranger holds a valid master playlist, media playlist, init and
 * first segment; beside it a plain 1080p re-encode of the same file, which is what has to end first elsewhere.
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
      if (run === BASELINE_AFTER_RUN) baseline = tell('60 s, re-encoded', await encodeOnce(clips.short))
    }
    const long: Run[] = []
    for (let run = 1; run <= LONG_RUNS; run += 1) {
      long.push(tell(`600 s, run ${run} of ${LONG_RUNS}`, await publishOnce(hoshi, creator, clips.long)))
    }
    return [
      ...figuresOf(`60 s of 1080p (median of ${SHORT_RUNS}; re-encode once)`, short, baseline, 1),
      ...figuresOf(`600 s of 1080p (median of ${LONG_RUNS}; re-encode x 10)`, long, baseline, 10),
    ]
  })
}

/** @param times how often the baseline's clip fits into this one */
function figuresOf(what: string, runs: readonly Run[], baseline: Run, times: number): Figure[] {
  const isReckoned = times !== 1
  return [
    {
      name: `publish ${what}`,
      value: median(runs.map((run) => run.seconds)),
      unit: 's',
      baseline: { value: baseline.seconds * times, isReckoned },
      goal: GOAL_SECONDS,
    },
    {
      name: '  the same in processor time',
      value: median(runs.map((run) => run.processorSeconds)),
      unit: 's',
      baseline: { value: baseline.processorSeconds * times, isReckoned },
    },
  ]
}

/** Times a publication from the last acknowledged byte to the first playable ones. */
async function publishOnce({ url, pid }: HoshiProcess, creator: Person, path: string): Promise<Run> {
  const { uid, episode } = await uploadFile(creator, path)
  const acknowledged = performance.now()
  const before = await processorTime(pid)
  await firstBytesOf(url, await playlistOf(creator, uid))
  const seconds = (performance.now() - acknowledged) / 1000
  const after = await processorTime(pid)
  await settle(creator, uid)
  const removed = await creator.call('DELETE', `/api/v1/episodes/${episode}`)
  if (removed.status !== 204) throw new Error(`Deleting the episode answered ${removed.status}.`)
  return { seconds, processorSeconds: after.own + after.children - before.own - before.children }
}

async function playlistOf(creator: Person, uid: string): Promise<string> {
  return until(async () => {
    const { status, playback } = await videoOf(creator, uid)
    if (status.state === 'error') throw new Error(`The clip was refused: ${status.reason}`)
    return status.state === 'ready' ? playback.hls : null
  })
}

/** The poster must not run into the next measurement; the ladder ends with the episode. */
async function settle(creator: Person, uid: string): Promise<void> {
  await until(async () => ((await videoOf(creator, uid)).playback.poster !== null ? true : null))
}

/** Times a plain 1080p HLS of the file, encoded anew, until it is complete. */
async function encodeOnce(path: string): Promise<Run> {
  return withDataDir(async (dir) => {
    const before = await processorTime(process.pid)
    const begun = performance.now()
    await runFfmpeg([
      ...['-i', path, '-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac'],
      ...['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
      join(dir, 'index.m3u8'),
    ])
    const seconds = (performance.now() - begun) / 1000
    const after = await processorTime(process.pid)
    return { seconds, processorSeconds: after.children - before.children }
  })
}
