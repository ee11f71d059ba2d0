import type { Measurement } from '../measurement.ts'
import type { EncodeTarget } from '../rendition.ts'
import { av1Arguments } from './av1-arguments.ts'
import type { Chunk } from './chunk-plan.ts'
import {
  audioArguments,
  audioMap,
  hlsOptions,
  MEDIA_PLAYLIST,
  outputLimits,
  SEGMENT_SECONDS,
  startsTogether,
} from './hls-arguments.ts'
import { decodedUploadedInput, ownClipInput } from './input-arguments.ts'
import { pictureFilters } from './picture-filters.ts'
import { type SoundPart, soundOffset, soundPackets } from './sound-part.ts'

const CRF = 23
/** With keyframes only where segments begin, every one is a cut, whatever the times round to. */
const ALIGNED_SEGMENT_SECONDS = 1

/** What is encoded in one run. */
export interface Ladder {
  /** At least one, each of a name of its own; all of one family and with the same plan for the sound. */
  targets: EncodeTarget[]
  measurement: Measurement
  /** Numbers of the pictures at which segments begin, from 0 in shown order; null for every four seconds. */
  segmentStarts: number[] | null
  /** Null: the whole video. */
  part?: LadderPart | null
}

/** A stretch that is encoded by itself; `segmentStarts` count from its first picture. */
export interface LadderPart {
  chunk: Pick<Chunk, 'seekSeconds' | 'fromSeconds' | 'toSeconds' | 'firstSegment'>
  /** Its packets in a file that holds the whole sound, in the working folder; null without sound. */
  sound: SoundPart | null
}

/**
 * The whole command that encodes an uploaded file once for all targets: one decoder, each size scaled from the next
 * larger one, the sound encoded or copied once and its packets put into every rendition. Each target becomes HLS in a
 * folder of its name below the working folder, which has to be there.
 */
export function ladderArguments(source: string, ladder: Ladder, threads: number): string[] {
  const { measurement } = ladder
  const targets = ladder.targets.toSorted((one, other) => other.width * other.height - one.width * one.height)
  const sound = targets[0]?.audio ?? 'none'
  const { part } = ladder
  return [
    ...['-v', 'error', ...(part ? seekArguments(part) : []), ...decodedUploadedInput(source, threads)],
    ...(part?.sound ? [...soundOffset(part.sound), ...ownClipInput(part.sound.name)] : []),
    ...['-filter_complex', cascade(targets, measurement, part ? partFilters(part) : [])],
    ...targets.flatMap((_, place) => ['-map', `[rung${place}]`]),
    ...(part?.sound ? ['-map', '1:a'] : part ? [] : audioMap(measurement, sound)),
    ...videoArguments(targets, ladder, threads),
    ...(part?.sound ? soundPackets(part.sound) : part ? ['-an'] : audioArguments(sound, measurement)),
    ...outputLimits,
    ...outputs(targets, ladder),
  ]
}

/** Times stay those of the source, so that a stretch is found by them. */
function seekArguments({ chunk: { seekSeconds } }: LadderPart): string[] {
  const seek = seekSeconds === null ? [] : ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', seekSeconds.toFixed(6)]
  return ['-copyts', ...seek]
}

function partFilters({ chunk: { fromSeconds, toSeconds } }: LadderPart): string[] {
  const end = toSeconds === null ? '' : `:end=${toSeconds.toFixed(6)}`
  return [`trim=start=${fromSeconds.toFixed(6)}${end}`, 'setpts=PTS-STARTPTS']
}

function cascade(targets: EncodeTarget[], { video }: Measurement, first: string[]): string {
  return targets
    .map((target, place) => {
      const isLast = place === targets.length - 1
      const from = place === 0 ? `[0:${video?.index ?? 'v:0'}]` : `[left${place - 1}]`
      const filters =
        place === 0
          ? [...first, ...pictureFilters(video, target)]
          : [`scale=${target.width}:${target.height}:flags=bilinear`, 'setsar=1']
      return `${from}${filters.join(',')}${isLast ? '' : ',split=2'}[rung${place}]${isLast ? '' : `[left${place}]`}`
    })
    .join(';')
}

function videoArguments(targets: EncodeTarget[], { measurement, segmentStarts }: Ladder, threads: number): string[] {
  const { video } = measurement
  const timing = video?.isConstantFrameRate
    ? // Puts each frame on the grid of the exact rate, which undoes the container's rounding.
      ['-r:v', `${video.frameRate.numerator}/${video.frameRate.denominator}`, '-fps_mode:v', 'vfr']
    : ['-fps_mode:v', 'passthrough', '-enc_time_base:v', '1:90000']
  const forced = segmentStarts
    ? ['0', ...segmentStarts.filter((start) => start > 0).map((start) => `eq(n,${start})`)].join('+')
    : // By time and not by count, so that segments are four seconds long at any frame rate.
      `gte(t,n_forced*${SEGMENT_SECONDS})`
  return [
    ...timing,
    ...(targets[0]?.family === 'av1' ? av1Arguments(targets) : x264Arguments(targets)),
    ...['-force_key_frames:v', `expr:${forced}`],
    // `tee` does not say for its outputs that fMP4 wants parameter sets apart.
    ...['-flags:v', '+cgop+global_header', '-flags:a', '+global_header', '-threads:v', String(threads)],
  ]
}

function x264Arguments(targets: EncodeTarget[]): string[] {
  return [
    ...['-c:v', 'libx264', '-tune', 'animation', '-profile:v', 'high', '-crf', String(CRF)],
    ...targets.flatMap(({ preset, maxVideoBitsPerSecond: cap }, place) => [
      ...[`-preset:v:${place}`, preset],
      ...[`-maxrate:v:${place}`, String(cap), `-bufsize:v:${place}`, String(cap * 2)],
    ]),
    // The longest groups x264 knows: at a cut it makes an intra picture that is no keyframe, so that only ours cut segments.
    ...['-g', '9999', '-keyint_min', '5000'],
  ]
}

/** One `tee`, whose outputs share every packet. */
function outputs(targets: EncodeTarget[], { measurement, segmentStarts, part }: Ladder): string[] {
  const slaves = targets.map((target, place) => {
    const options = {
      f: 'hls',
      ...hlsOptions(startsTogether(measurement, target), segmentStarts ? ALIGNED_SEGMENT_SECONDS : SEGMENT_SECONDS),
      hls_segment_filename: `${target.name}/%04d.m4s`,
      ...(part ? { start_number: String(part.chunk.firstSegment + 1) } : {}),
    }
    const words = Object.entries(options).map(([name, value]) => `${name}=${quoted(value)}`)
    const streams = [`v:${place}`, ...(target.audio === 'none' ? [] : ['a'])].join(',')
    return `[select=${quoted(streams)}:${words.join(':')}]${target.name}/${MEDIA_PLAYLIST}`
  })
  return ['-f', 'tee', slaves.join('|')]
}

/** `tee` takes words apart twice: the first time spares the quotes for the second. */
function quoted(value: string): string {
  return `\\'${value}\\'`
}
