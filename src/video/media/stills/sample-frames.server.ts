import { join } from 'node:path'
import { SAMPLED_FRAMES_MAX, type SampledPicture } from '#video/sampled-picture.ts'
import { lowPriorityDeadlineMs, runDeadlineMs } from '../ffmpeg/deadlines.ts'
import { imageInput, ownPlaylistInput } from '../ffmpeg/input-arguments.ts'
import { OUR_COLOURS, TO_JPEG_COLOURS } from '../ffmpeg/our-colours.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { MEDIA_PLAYLIST } from '../hls/hls-arguments.ts'
import { chooseSamples } from './choose-samples.ts'
import { parseSceneChanges, type SceneChange } from './preview-start.ts'

const STEP_SECONDS = 2
/** A change with at least this score is a cut, as in ffmpeg. */
const CUT_SCORE = 0.3
/** Least time between two sampled frames, however often the picture is cut. */
const LEAST_SECONDS = 0.5
/** More candidates than ten minutes can have. */
const CANDIDATES_MAX = 1300
const SIDE_PIXELS = 448
const JPEG_QUALITY = 4
const MAX_JPEG_BYTES = 2 * 1024 ** 2

const fit = `scale='min(iw,${SIDE_PIXELS})':'min(ih,${SIDE_PIXELS})':force_original_aspect_ratio=decrease:flags=bilinear`
const jpeg = ['-map_metadata', '-1', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', String(JPEG_QUALITY)]

/** One of our own renditions, in a scratch folder that also receives the pictures. */
interface SampledRendition {
  dir: string
  durationSeconds: number
  signal?: AbortSignal
}

/**
 * Writes frames of a rendition as JPEGs: one each two seconds and more at cuts, at most `SAMPLED_FRAMES_MAX`. Only keyframes
 * are read where a long rendition has them as close as so many pictures need.
 * @throws ToolError
 */
export async function sampleFrames(rendition: SampledRendition): Promise<SampledPicture[]> {
  const { dir, durationSeconds } = rendition
  const spacing = durationSeconds / SAMPLED_FRAMES_MAX
  const keyframes = spacing > STEP_SECONDS ? await writeCandidates(rendition, 'nokey') : []
  const isDense = largestGap(keyframes, durationSeconds) <= spacing
  const candidates = isDense ? keyframes : await writeCandidates(rendition, 'noref')
  return chooseSamples(candidates, SAMPLED_FRAMES_MAX).map((index) => ({
    path: join(dir, `frame-${String(index + 1).padStart(4, '0')}.jpg`),
    atSeconds: candidates[index]!.atSeconds,
  }))
}

/** Seconds between two frames at most, the beginning and the end included. */
function largestGap(frames: readonly SceneChange[], durationSeconds: number): number {
  const times = [0, ...frames.map(({ atSeconds }) => atSeconds), durationSeconds]
  return Math.max(...times.slice(1).map((time, index) => time - times[index]!))
}

/** @param skipped frames that are not decoded, as ffmpeg's `-skip_frame` names them */
async function writeCandidates(
  { dir, durationSeconds, signal }: SampledRendition,
  skipped: 'nokey' | 'noref',
): Promise<SceneChange[]> {
  const sinceLast = 't-prev_selected_t'
  const select = [
    'isnan(prev_selected_t)',
    `gte(${sinceLast},${STEP_SECONDS})`,
    `gt(scene,${CUT_SCORE})*gte(${sinceLast},${LEAST_SECONDS})`,
  ]
  const { stdout } = await runTool({
    tool: 'ffmpeg',
    args: [
      // One thread, half of the frames at most, no smoothing of blocks: the pictures are looked at by programs.
      ...['-v', 'error', '-y', '-threads', '1', '-skip_frame', skipped, '-skip_loop_filter', 'all'],
      ...[...ownPlaylistInput(MEDIA_PLAYLIST), '-map', '0:v:0'],
      ...[
        '-vf',
        `select='${select.join('+')}',metadata=mode=print:file=-,${OUR_COLOURS},${fit}:${TO_JPEG_COLOURS},setsar=1`,
      ],
      ...['-fps_mode', 'passthrough', '-frames:v', String(CANDIDATES_MAX), ...jpeg, '-f', 'image2', 'frame-%04d.jpg'],
    ],
    deadlineMs: lowPriorityDeadlineMs(durationSeconds),
    outputDir: dir,
    maxFileBytes: MAX_JPEG_BYTES,
    isLowPriority: true,
    signal,
  })
  return parseSceneChanges(stdout)
}

/** Writes a poster of ours, a WebP in the folder, as a JPEG of the size of the frames. @throws ToolError */
export async function samplePoster(dir: string, name: string, signal?: AbortSignal): Promise<SampledPicture> {
  const inputFile = join(dir, name)
  await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', '-y', ...imageInput(inputFile, 'webp_pipe'), '-map', '0:v:0'],
      ...['-vf', `${fit},setsar=1`, '-frames:v', '1', ...jpeg, '-f', 'image2', '-update', '1', 'poster.jpg'],
    ],
    inputFile,
    deadlineMs: runDeadlineMs(0),
    outputDir: dir,
    maxFileBytes: MAX_JPEG_BYTES,
    isLowPriority: true,
    signal,
  })
  return { path: join(dir, 'poster.jpg'), atSeconds: null }
}
