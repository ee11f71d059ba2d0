import type { FrameTimes } from '../frame-times.ts'
import { isSparse, type MediaInfo } from '../media-info.ts'
import type { AudioPlan } from '../rendition.ts'
import { SEGMENT_SECONDS } from './hls-arguments.ts'
import { tracksStartTogether } from './timestamp-filters.ts'

/** A range of a video that is encoded separately. It begins where a segment does. */
export interface Chunk {
  number: number
  firstFrame: number
  frameCount: number
  /** Time in the source to seek to; null for its beginning. */
  seekSeconds: number | null
  /**
   * Times in the source between which its frames are shown; each is between two frames. Null for the last chunk's end.
   */
  fromSeconds: number
  toSeconds: number | null
  /** Its start and end for a viewer, from 0. */
  startsAt: number
  endsAt: number
  /** Number of its first segment, from 0 over the entire rendition. */
  firstSegment: number
  /** Frames at which its segments begin, counted from its first one; begins with 0. */
  segmentStarts: number[]
}

/**
 * Lengths of chunks in seconds. An urgent rendition grows in small steps, the first one smaller still. Later chunks are
 * long enough to cost hardly more than encoding in one go, and short enough to lose little when interrupted.
 */
const chunkLengths = {
  urgent: { first: 8, others: 12 },
  later: { first: 30, others: 30 },
  /** Other work waits for at most one of these. */
  idle: { first: 12, others: 12 },
}
export type Priority = keyof typeof chunkLengths
/** The remainder becomes a separate last chunk from this share of a chunk's length on. */
const MIN_REST = 0.5
/**
 * A chunk begins at a keyframe of the source if one is this near, as a share of its length, to avoid wasted decoding.
 */
const KEYFRAME_REACH = 0.5

/** Shorter videos are encoded in one go. */
const CHUNKED_FROM_SECONDS = 20
/** ffmpeg seeks back by 3/23 of a second. */
const REORDER_SECONDS = 0.14
const SEEKABLE_CONTAINERS = ['mov', 'matroska']

/**
 * Whether ranges of a file can be found by their times, and decode separately to the same frames. Excludes variable
 * frame rates: the last frame of a range does not state how long it lasts.
 * @param fromSeconds shorter videos are better encoded in one go
 */
export function canBeChunked(
  mediaInfo: MediaInfo,
  audioPlan: AudioPlan,
  fromSeconds: number = CHUNKED_FROM_SECONDS,
): boolean {
  const { video, container, durationSeconds } = mediaInfo
  return (
    video !== null &&
    durationSeconds >= fromSeconds &&
    SEEKABLE_CONTAINERS.some((name) => container.split(',').includes(name)) &&
    video.isConstantFrameRate &&
    !isSparse(mediaInfo) &&
    video.hasCleanTimestamps &&
    video.hiddenPackets === 0 &&
    video.startsWithKeyframe &&
    !video.isInterlaced &&
    tracksStartTogether(mediaInfo, { audio: audioPlan })
  )
}

/**
 * Divides a video for encoding.
 * @param segmentStarts frames at which segments have to begin, as in an existing rendition; null: wherever it costs
 * least, about every four seconds
 * @param priority urgency of the chunks
 */
export function planChunks(
  frameTimes: FrameTimes,
  segmentStarts: number[] | null,
  priority: Priority = 'urgent',
): Chunk[] {
  const starts =
    segmentStarts === null ? chooseStarts(frameTimes, priority) : alignedStarts(frameTimes, segmentStarts, priority)
  const last = frameTimes.times.length
  let firstSegment = 0
  return starts.map((firstFrame, number) => {
    const end = starts[number + 1] ?? last
    const cuts = segmentStarts?.filter((start) => start >= firstFrame && start < end)
    const chunk: Chunk = {
      number,
      firstFrame,
      frameCount: end - firstFrame,
      seekSeconds: number === 0 ? null : seekTimeOf(frameTimes, firstFrame),
      fromSeconds: timeBefore(frameTimes, firstFrame),
      toSeconds: end === last ? null : timeBefore(frameTimes, end),
      startsAt: timeOf(frameTimes, firstFrame) - timeOf(frameTimes, 0),
      endsAt: timeOf(frameTimes, end) - timeOf(frameTimes, 0),
      firstSegment,
      segmentStarts: cuts?.map((start) => start - firstFrame) ?? evenSegmentStarts(frameTimes, firstFrame, end),
    }
    firstSegment += chunk.segmentStarts.length
    return chunk
  })
}

/** Duration of the longest segment of a plan, in seconds. */
export function longestSegment(frameTimes: FrameTimes, chunks: Chunk[]): number {
  const cuts = chunks.flatMap(({ firstFrame, segmentStarts }) => segmentStarts.map((start) => firstFrame + start))
  const seconds = cuts.map(
    (cut, index) => timeOf(frameTimes, cuts[index + 1] ?? frameTimes.times.length) - timeOf(frameTimes, cut),
  )
  return Math.max(...seconds)
}

function timeOf({ times, endSeconds }: FrameTimes, frame: number): number {
  return times[frame] ?? endSeconds
}

/** A time between a frame and the one before it, so that no rounding moves either to the other side. */
function timeBefore(frameTimes: FrameTimes, frame: number): number {
  const from = timeOf(frameTimes, frame)
  return frame === 0 ? from - 1 : (timeOf(frameTimes, frame - 1) + from) / 2
}

/**
 * A time just after a frame: some demuxers seek by decoding times, and then go back by as much as frames may be
 * reordered. Never as far as the next keyframe, where decoding would begin too late.
 */
function seekTimeOf(frameTimes: FrameTimes, frame: number): number {
  const from = timeOf(frameTimes, frame)
  const next = frameTimes.keyframes.find((keyframe) => keyframe > frame)
  return from + Math.min(REORDER_SECONDS, (timeOf(frameTimes, next ?? frameTimes.times.length) - from) / 2)
}

/** Earliest end of a chunk, given its start; null when the remainder fits into the last chunk. */
function earliestEnd(frameTimes: FrameTimes, start: number, priority: Priority): number | null {
  const from = timeOf(frameTimes, start)
  const { first, others } = chunkLengths[priority]
  const length = start === 0 ? first : others
  return frameTimes.endSeconds - from < length + others * MIN_REST ? null : from + length
}

function alignedStarts(frameTimes: FrameTimes, segmentStarts: number[], priority: Priority): number[] {
  const starts = [0]
  for (const cut of segmentStarts) {
    const end = earliestEnd(frameTimes, starts.at(-1) ?? 0, priority)
    if (end !== null && timeOf(frameTimes, cut) >= end) starts.push(cut)
  }
  return starts
}

function chooseStarts(frameTimes: FrameTimes, priority: Priority): number[] {
  const starts = [0]
  for (;;) {
    const start = starts.at(-1) ?? 0
    const end = earliestEnd(frameTimes, start, priority)
    if (end === null) return starts
    const reach = (end - timeOf(frameTimes, start)) * KEYFRAME_REACH
    const next = nearest(frameTimes, frameTimes.keyframes, end, reach) ?? frameAt(frameTimes, end)
    if (next <= start) return starts
    starts.push(next)
  }
}

function nearest(frameTimes: FrameTimes, among: number[], seconds: number, reach: number): number | null {
  let best: number | null = null
  for (const frame of among) {
    const distance = Math.abs(timeOf(frameTimes, frame) - seconds)
    if (distance > reach) continue
    if (best === null || distance < Math.abs(timeOf(frameTimes, best) - seconds)) best = frame
  }
  return best
}

/** The first frame shown at a time or after it. */
function frameAt({ times }: FrameTimes, seconds: number): number {
  const found = times.findIndex((time) => time >= seconds)
  return found === -1 ? times.length : found
}

/** Starts of equal segments of about four seconds. */
function evenSegmentStarts(frameTimes: FrameTimes, firstFrame: number, end: number): number[] {
  const from = timeOf(frameTimes, firstFrame)
  const length = timeOf(frameTimes, end) - from
  const count = Math.max(1, Math.round(length / SEGMENT_SECONDS))
  const starts = Array.from({ length: count }, (_, index) =>
    index === 0 ? 0 : frameAt(frameTimes, from + (length * index) / count) - firstFrame,
  )
  return [...new Set(starts)].filter((start) => start < end - firstFrame)
}
