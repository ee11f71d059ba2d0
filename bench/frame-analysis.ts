import { join } from 'node:path'
import { analysedSizeOf } from '#video/media/analysis/analysed-frames.ts'
import { createFrameAnalyser } from '#video/media/analysis/frame-analysis.ts'
import { readOwnFrameTimes } from '#video/media/analysis/read-own-frame-times.server.ts'
import { ownPlaylistInput } from '#video/media/ffmpeg/input-arguments.ts'
import { runTool } from '#video/media/ffmpeg/run-tool.server.ts'
import { encodeToHls } from '#video/media/hls/hls.server.ts'
import { MEDIA_PLAYLIST } from '#video/media/hls/hls-arguments.ts'
import { planRenditions } from '#video/media/ladder.ts'
import { probeMedia } from '#video/media/probe/probe.server.ts'
import { obtainClips } from './clips.ts'
import { cpuTime } from './cpu-time.ts'
import { type Figure, median } from './figures.ts'
import { withDataDir } from './hoshi-process.ts'

/** Share of the ladder's processor time. */
const GOAL_SHARE = 0.1
const ROUNDS = 3
const DEADLINE_MS = 20 * 60_000

/**
 * Measures the cost of the frame analysis, compared with the renditions of the same video. The figure is an upper
 * bound: here the analysis decodes the video itself, where processing shares the decode of the preview assets.
 */
export async function measureFrameAnalysis(report: (line: string) => void): Promise<Figure[]> {
  const { short: source } = await obtainClips(report)
  return await withDataDir(async (dir) => {
    const mediaInfo = await probeMedia(source)
    if (!mediaInfo.isReadable) throw new Error('The clip cannot be read.')
    const { encodes: targets } = planRenditions(mediaInfo)
    const smallest = targets.toSorted((one, other) => one.height - other.height)[0]!
    report('the renditions…')
    const ladder = await cpuSecondsOf(() =>
      encodeToHls({ source, outDir: dir, targets, segmentStarts: null, mediaInfo }),
    )
    const folder = { dir: join(dir, smallest.name), durationSeconds: mediaInfo.durationSeconds }
    const rounds: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      rounds.push(await cpuSecondsOf(() => analyse({ ...folder, ...analysedSizeOf(smallest) })))
      report(`analysis, ${round} of ${ROUNDS}: ${rounds.at(-1)!.toFixed(2)} s of processor time`)
    }
    return [
      {
        name: 'analysis of the frames of 60 s of 1080p, processor time, beside its ladder',
        value: median(rounds),
        unit: 's',
        baseline: { value: ladder },
        goal: Number((ladder * GOAL_SHARE).toFixed(2)),
      },
    ]
  })
}

async function analyse({
  dir,
  durationSeconds,
  width,
  height,
}: Parameters<typeof readOwnFrameTimes>[0] & { width: number; height: number }) {
  const analyser = createFrameAnalyser({ width, height }, await readOwnFrameTimes({ dir, durationSeconds }))
  await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', '-threads', '1', ...ownPlaylistInput(MEDIA_PLAYLIST), '-map', '0:v:0'],
      ...['-vf', `scale=${width}:${height}:flags=area,format=rgb24`, '-fps_mode', 'passthrough'],
      ...['-f', 'rawvideo', 'pipe:1'],
    ],
    outputDir: dir,
    deadlineMs: DEADLINE_MS,
    onBytes: analyser.push,
  })
  if (!analyser.end()) throw new Error('The film was not analysed.')
}

/** Processor time of this process and of those that it started. */
async function cpuSecondsOf(work: () => Promise<unknown>): Promise<number> {
  const sum = ({ own, children }: { own: number; children: number }) => own + children
  const before = sum(await cpuTime(process.pid))
  await work()
  return sum(await cpuTime(process.pid)) - before
}
