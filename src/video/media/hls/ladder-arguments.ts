import { originArguments } from '../audio-start.ts'
import { decodedUploadedInput, ownClipInput } from '../ffmpeg/input-arguments.ts'
import { ourColourTags } from '../ffmpeg/our-colours.ts'
import { videoFilters } from '../ffmpeg/video-filters.ts'
import { isSparse, type MediaInfo } from '../media-info.ts'
import {
  canReorder,
  isVariableRate,
  lastFrameSeconds,
  repeatedFrames,
  variableRateArguments,
} from '../probe/sparse-frames.ts'
import type { EncodeTarget } from '../rendition.ts'
import { type AudioRange, audioOffsetArguments, audioPacketArguments } from './audio-range.ts'
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
import { videoTimestampFilter } from './timestamp-filters.ts'

const CRF = 23
/** With as many bits as it may take, the replacement is at least as near to the source as the first rendition. */
const REPLACEMENT_CRF = 21
/** Keyframes are only where segments begin, so every one is a cut, however times are rounded. */
const ALIGNED_SEGMENT_SECONDS = 1

/** The encodes of one run. */
export interface Ladder {
  /** At least one, with distinct names; all of one family and with the same audio plan. */
  targets: EncodeTarget[]
  mediaInfo: MediaInfo
  /** Numbers of the frames at which segments begin, from 0 in presentation order; null for every four seconds. */
  segmentStarts: number[] | null
  /** Null: the entire video. */
  part?: LadderPart | null
}

/** A range that is encoded separately; `segmentStarts` count from its first frame. */
export interface LadderPart {
  chunk: Pick<Chunk, 'seekSeconds' | 'fromSeconds' | 'toSeconds' | 'firstSegment' | 'firstFrame' | 'frameCount'>
  /** Its packets in a file with the entire audio track, in the working folder; null without audio. */
  audio: AudioRange | null
}

/**
 * All arguments to encode an uploaded file once for all targets: one decoder, each size scaled from the next larger one
 * or, to replace another, from the largest, the audio encoded or copied once for all renditions. Each target becomes
 * HLS in a folder of its name below the working folder, which has to exist.
 */
export function ladderArguments(source: string, ladder: Ladder, threads: number): string[] {
  const { mediaInfo } = ladder
  const targets = ladder.targets.toSorted((one, other) => other.width * other.height - one.width * one.height)
  const audioPlan = targets[0]?.audio ?? 'none'
  const { part } = ladder
  return [
    ...['-v', 'error', ...(part ? seekArguments(part.chunk) : originArguments(mediaInfo))],
    ...decodedUploadedInput(source, threads, mediaInfo),
    ...(part?.audio ? [...audioOffsetArguments(part.audio), ...ownClipInput(part.audio.name)] : []),
    ...['-filter_complex', scaleGraph(targets, mediaInfo, part ? rangeFilters(part.chunk) : [])],
    ...targets.flatMap((_, index) => ['-map', `[rung${index}]`]),
    ...(part?.audio ? ['-map', '1:a'] : part ? [] : audioMap(mediaInfo, audioPlan)),
    ...videoArguments(targets, ladder, threads),
    ...(part?.audio ? audioPacketArguments(part.audio) : part ? ['-an'] : audioArguments(audioPlan, mediaInfo)),
    ...outputLimits,
    ...['-max_interleave_delta', interleaveDelta(mediaInfo)],
    ...outputs(targets, ladder),
  ]
}

/** Preserves the timestamps of the source, by which a range is found. */
export function seekArguments({ seekSeconds }: Pick<Chunk, 'seekSeconds'>): string[] {
  const seek = seekSeconds === null ? [] : ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', seekSeconds.toFixed(6)]
  return ['-copyts', ...seek]
}

export function rangeFilters({ fromSeconds, toSeconds }: Pick<Chunk, 'fromSeconds' | 'toSeconds'>): string[] {
  const end = toSeconds === null ? '' : `:end=${toSeconds.toFixed(6)}`
  return [`trim=start=${fromSeconds.toFixed(6)}${end}`, 'setpts=PTS-STARTPTS']
}

function scaleGraph(targets: EncodeTarget[], mediaInfo: MediaInfo, inputFilters: string[]): string {
  return targets
    .map((target, index) => {
      const next = targets[index + 1]
      const [from, flags] = target.replacesFirst ? ['[largest]', 'bicubic'] : [`[left${index - 1}]`, 'bilinear']
      const filter =
        index === 0
          ? largestFilter(target, mediaInfo, inputFilters)
          : `${from}scale=${target.width}:${target.height}:flags=${flags},setsar=1`
      const labels = [
        `[rung${index}]`,
        ...(next && !next.replacesFirst ? [`[left${index}]`] : []),
        ...(index === 0 && targets.slice(1).some(({ replacesFirst }) => replacesFirst) ? ['[largest]'] : []),
      ]
      return `${filter}${labels.length > 1 ? `,split=${labels.length}` : ''}${labels.join('')}`
    })
    .join(';')
}

function largestFilter(target: EncodeTarget, mediaInfo: MediaInfo, inputFilters: string[]): string {
  const { video } = mediaInfo
  const filter = `[0:${video?.index ?? 'v:0'}]${[...inputFilters, ...videoFilters(video, target)].join(',')}`
  return isSparse(mediaInfo) ? repeatedFrames(filter, target, mediaInfo) : filter
}

function videoArguments(
  targets: EncodeTarget[],
  { mediaInfo, segmentStarts, part }: Ladder,
  threads: number,
): string[] {
  const { video } = mediaInfo
  const isTimed = video === null || isVariableRate(mediaInfo)
  const timing = isTimed
    ? variableRateArguments
    : // Puts each frame on the grid of the exact rate, which undoes the container's rounding.
      ['-r:v', `${video.frameRate.numerator}/${video.frameRate.denominator}`, '-fps_mode:v', 'vfr']
  const times = isTimed ? { lastSeconds: lastFrameSeconds(mediaInfo), isReordered: canReorder(mediaInfo) } : undefined
  // By time and not by count, so that segments are four seconds long at any frame rate; none is made up for after a
  // still.
  const timed = isVariableRate(mediaInfo)
    ? `isnan(prev_forced_t)+gte(t,prev_forced_t+${SEGMENT_SECONDS}-1e-6)`
    : `gte(t,n_forced*${SEGMENT_SECONDS})`
  const keyframeExpression = segmentStarts
    ? ['0', ...segmentStarts.filter((start) => start > 0).map((start) => `eq(n,${start})`)].join('+')
    : timed
  return [
    ...timing,
    ...['-bsf:v', videoTimestampFilter(mediaInfo, part ? 'none' : (targets[0]?.audio ?? 'none'), times)],
    ...(targets[0]?.family === 'av1' ? av1Arguments(targets) : x264Arguments(targets)),
    ...ourColourTags,
    ...(canReorder(mediaInfo) ? [] : ['-bf:v', '0']),
    ...['-force_key_frames:v', `expr:${keyframeExpression}`],
    // `tee` does not request the separate parameter sets that its fMP4 outputs need.
    ...['-flags:v', '+cgop+global_header', '-flags:a', '+global_header', '-threads:v', String(threads)],
  ]
}

function x264Arguments(targets: EncodeTarget[]): string[] {
  return [
    ...['-c:v', 'libx264', '-tune', 'animation', '-profile:v', 'high'],
    ...targets.flatMap(({ preset, maxVideoBitsPerSecond: cap, replacesFirst }, index) => [
      ...[`-preset:v:${index}`, preset, `-crf:v:${index}`, String(replacesFirst ? REPLACEMENT_CRF : CRF)],
      ...[`-maxrate:v:${index}`, String(cap), `-bufsize:v:${index}`, String(cap * 2)],
    ]),
    // The longest GOPs x264 supports: at a cut it makes an intra frame that is no keyframe, so only our keyframes cut
    // segments.
    ...['-g', '9999', '-keyint_min', '5000'],
  ]
}

/** The outputs of one `tee`, which share every packet. */
function outputs(targets: EncodeTarget[], { mediaInfo, segmentStarts, part }: Ladder): string[] {
  const teeOutputs = targets.map((target, index) => {
    const options = {
      f: 'hls',
      ...hlsOptions(segmentStarts ? ALIGNED_SEGMENT_SECONDS : SEGMENT_SECONDS),
      hls_segment_filename: `${target.name}/%04d.m4s`,
      max_interleave_delta: interleaveDelta(mediaInfo),
      ...(part ? { start_number: String(part.chunk.firstSegment + 1) } : {}),
    }
    const pairs = Object.entries(options).map(([name, value]) => `${name}=${quoted(value)}`)
    const streams = [`v:${index}`, ...(target.audio === 'none' ? [] : ['a'])].join(',')
    return `[select=${quoted(streams)}:${pairs.join(':')}]${target.name}/${MEDIA_PLAYLIST}`
  })
  return ['-f', 'tee', teeOutputs.join('|')]
}

/** How long audio waits for video while they are interleaved: without a limit where frames are repeated. */
function interleaveDelta(mediaInfo: MediaInfo): string {
  return isSparse(mediaInfo) ? '0' : String(INTERLEAVE_MICROSECONDS)
}

/** `tee` parses values twice: the first pass leaves the quotes for the second. */
function quoted(value: string): string {
  return `\\'${value}\\'`
}
