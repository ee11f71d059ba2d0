import { isSparse, type Measurement } from '../measurement.ts'
import type { EncodeTarget } from '../rendition.ts'
import { av1Arguments } from './av1-arguments.ts'
import type { Chunk } from './chunk-plan.ts'
import {
  audioArguments,
  audioMap,
  hlsOptions,
  INTERLEAVE_MICROSECONDS,
  MEDIA_PLAYLIST,
  outputLimits,
  SEGMENT_SECONDS,
} from './hls-arguments.ts'
import { decodedUploadedInput, ownClipInput } from './input-arguments.ts'
import { pictureTimes } from './packet-times.ts'
import { pictureFilters } from './picture-filters.ts'
import { type SoundPart, soundOffset, soundPackets } from './sound-part.ts'
import { isUneven, lastPictureSeconds, mayReorder, repeatedPictures, unevenTiming } from './sparse-pictures.ts'

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
  chunk: Pick<Chunk, 'seekSeconds' | 'fromSeconds' | 'toSeconds' | 'firstSegment' | 'firstPicture' | 'pictures'>
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
    ...['-max_interleave_delta', interleaving(measurement)],
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

function cascade(targets: EncodeTarget[], measurement: Measurement, first: string[]): string {
  return targets
    .map((target, place) => {
      const isLast = place === targets.length - 1
      const pictures =
        place === 0
          ? largest(target, measurement, first)
          : `[left${place - 1}]scale=${target.width}:${target.height}:flags=bilinear,setsar=1`
      return `${pictures}${isLast ? '' : ',split=2'}[rung${place}]${isLast ? '' : `[left${place}]`}`
    })
    .join(';')
}

function largest(target: EncodeTarget, measurement: Measurement, first: string[]): string {
  const { video } = measurement
  const pictures = `[0:${video?.index ?? 'v:0'}]${[...first, ...pictureFilters(video, target)].join(',')}`
  return isSparse(measurement) ? repeatedPictures(pictures, target, measurement) : pictures
}

function videoArguments(
  targets: EncodeTarget[],
  { measurement, segmentStarts, part }: Ladder,
  threads: number,
): string[] {
  const { video } = measurement
  const isTimed = video === null || isUneven(measurement)
  const timing = isTimed
    ? unevenTiming
    : // Puts each frame on the grid of the exact rate, which undoes the container's rounding.
      ['-r:v', `${video.frameRate.numerator}/${video.frameRate.denominator}`, '-fps_mode:v', 'vfr']
  const times = isTimed
    ? { lastSeconds: lastPictureSeconds(measurement), isReordered: mayReorder(measurement) }
    : undefined
  // By time and not by count, so that segments are four seconds long at any frame rate; none is made up for after a still.
  const timed = isUneven(measurement)
    ? `isnan(prev_forced_t)+gte(t,prev_forced_t+${SEGMENT_SECONDS}-1e-6)`
    : `gte(t,n_forced*${SEGMENT_SECONDS})`
  const forced = segmentStarts
    ? ['0', ...segmentStarts.filter((start) => start > 0).map((start) => `eq(n,${start})`)].join('+')
    : timed
  return [
    ...timing,
    ...['-bsf:v', pictureTimes(measurement, part ? 'none' : (targets[0]?.audio ?? 'none'), times)],
    ...(targets[0]?.family === 'av1' ? av1Arguments(targets) : x264Arguments(targets)),
    ...(mayReorder(measurement) ? [] : ['-bf:v', '0']),
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
      ...hlsOptions(segmentStarts ? ALIGNED_SEGMENT_SECONDS : SEGMENT_SECONDS),
      hls_segment_filename: `${target.name}/%04d.m4s`,
      max_interleave_delta: interleaving(measurement),
      ...(part ? { start_number: String(part.chunk.firstSegment + 1) } : {}),
    }
    const words = Object.entries(options).map(([name, value]) => `${name}=${quoted(value)}`)
    const streams = [`v:${place}`, ...(target.audio === 'none' ? [] : ['a'])].join(',')
    return `[select=${quoted(streams)}:${words.join(':')}]${target.name}/${MEDIA_PLAYLIST}`
  })
  return ['-f', 'tee', slaves.join('|')]
}

/** Where pictures are repeated, the sound waits for them however long that takes. */
function interleaving(measurement: Measurement): string {
  return isSparse(measurement) ? '0' : String(INTERLEAVE_MICROSECONDS)
}

/** `tee` takes words apart twice: the first time spares the quotes for the second. */
function quoted(value: string): string {
  return `\\'${value}\\'`
}
