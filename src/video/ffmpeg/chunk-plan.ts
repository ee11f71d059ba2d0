import { isSparse, type Measurement } from '../measurement.ts'
import type { AudioPlan } from '../rendition.ts'
import { SEGMENT_SECONDS } from './hls-arguments.ts'
import { startsTogether } from './packet-times.ts'

/** The pictures of a file in shown order. */
export interface Pictures {
  /** When each is shown; seconds, ascending. */
  times: number[]
  /** When all of them have been shown. */
  endSeconds: number
  /** Numbers of those from which decoding can begin, ascending. */
  keyframes: number[]
}

/** A stretch of a video that is encoded by itself. It begins where a segment does. */
export interface Chunk {
  number: number
  firstPicture: number
  pictures: number
  /** Where to seek in the source; null for its beginning. */
  seekSeconds: number | null
  /** Times in the source between which its pictures are shown; they lie between pictures. Null for the last one's end. */
  fromSeconds: number
  toSeconds: number | null
  /** When it begins and ends for a viewer, from 0. */
  startsAt: number
  endsAt: number
  /** Number of its first segment, from 0 over the whole rendition. */
  firstSegment: number
  /** Pictures at which its segments begin, counted from its first one; begins with 0. */
  segmentStarts: number[]
}

/**
 * What is waited for grows in small steps, the first one smaller still. Where nobody waits, chunks are long enough to cost
 * hardly more than encoding in one go, and short enough to lose little when they are interrupted.
 */
const lengths = {
  waitedFor: { first: 8, others: 12 },
  later: { first: 24, others: 24 },
  /** Whatever else comes has to wait for one of these at most. */
  idle: { first: 12, others: 12 },
}
export type Pace = keyof typeof lengths
/** What would be left for the last chunk is its own from this share of a chunk's length on. */
const SMALLEST_REST = 0.5
/** A chunk begins at a keyframe of the source if one is this near, as a share of its length; decoding is wasted else. */
const KEYFRAME_REACH = 0.5

/** What is shorter is encoded in one go. */
const CHUNKED_FROM_SECONDS = 20
/** ffmpeg goes back by 3/23 of a second. */
const REORDER_SECONDS = 0.14
const SEEKABLE_CONTAINERS = ['mov', 'matroska']

/**
 * Whether stretches of a file can be found by their times, and decoded alone as they are in the whole. Pictures of uneven
 * length are left out: the last one of a stretch does not know how long it lasts.
 * @param fromSeconds what is shorter is better done in one go
 */
export function canBeChunked(
  measurement: Measurement,
  sound: AudioPlan,
  fromSeconds: number = CHUNKED_FROM_SECONDS,
): boolean {
  const { video, container, durationSeconds } = measurement
  return (
    video !== null &&
    durationSeconds >= fromSeconds &&
    SEEKABLE_CONTAINERS.some((name) => container.split(',').includes(name)) &&
    video.isConstantFrameRate &&
    !isSparse(measurement) &&
    video.hasCleanTimestamps &&
    video.hiddenPackets === 0 &&
    video.startsWithKeyframe &&
    !video.isInterlaced &&
    startsTogether(measurement, { audio: sound })
  )
}

/**
 * Divides a video for encoding.
 * @param segmentStarts pictures at which segments have to begin, as in a rendition that is there already; null: wherever
 * it is cheap, about every four seconds
 * @param pace whether somebody waits for what is made of them
 */
export function planChunks(pictures: Pictures, segmentStarts: number[] | null, pace: Pace = 'waitedFor'): Chunk[] {
  const starts = segmentStarts === null ? cheapStarts(pictures, pace) : givenStarts(pictures, segmentStarts, pace)
  const last = pictures.times.length
  let firstSegment = 0
  return starts.map((firstPicture, number) => {
    const end = starts[number + 1] ?? last
    const cuts = segmentStarts?.filter((start) => start >= firstPicture && start < end)
    const chunk: Chunk = {
      number,
      firstPicture,
      pictures: end - firstPicture,
      seekSeconds: number === 0 ? null : seekTo(pictures, firstPicture),
      fromSeconds: before(pictures, firstPicture),
      toSeconds: end === last ? null : before(pictures, end),
      startsAt: timeOf(pictures, firstPicture) - timeOf(pictures, 0),
      endsAt: timeOf(pictures, end) - timeOf(pictures, 0),
      firstSegment,
      segmentStarts: cuts?.map((start) => start - firstPicture) ?? evenStarts(pictures, firstPicture, end),
    }
    firstSegment += chunk.segmentStarts.length
    return chunk
  })
}

/** Seconds of the longest segment of a plan. */
export function longestSegment(pictures: Pictures, chunks: Chunk[]): number {
  const cuts = chunks.flatMap(({ firstPicture, segmentStarts }) => segmentStarts.map((start) => firstPicture + start))
  const seconds = cuts.map(
    (cut, place) => timeOf(pictures, cuts[place + 1] ?? pictures.times.length) - timeOf(pictures, cut),
  )
  return Math.max(...seconds)
}

function timeOf({ times, endSeconds }: Pictures, picture: number): number {
  return times[picture] ?? endSeconds
}

/** Between a picture and the one before it, so that no rounding moves either to the other side. */
function before(pictures: Pictures, picture: number): number {
  const from = timeOf(pictures, picture)
  return picture === 0 ? from - 1 : (timeOf(pictures, picture - 1) + from) / 2
}

/**
 * A little behind a picture: some demuxers seek by decoding times, and then go back by as much as pictures may be put in
 * another order. Never as far as the next keyframe, where decoding would begin too late.
 */
function seekTo(pictures: Pictures, picture: number): number {
  const from = timeOf(pictures, picture)
  const next = pictures.keyframes.find((keyframe) => keyframe > picture)
  return from + Math.min(REORDER_SECONDS, (timeOf(pictures, next ?? pictures.times.length) - from) / 2)
}

/** Where a chunk ends at the earliest, given where it starts; null when what is left is no more than the last chunk. */
function wantedEnd(pictures: Pictures, start: number, pace: Pace): number | null {
  const from = timeOf(pictures, start)
  const { first, others } = lengths[pace]
  const length = start === 0 ? first : others
  return pictures.endSeconds - from < length + others * SMALLEST_REST ? null : from + length
}

function givenStarts(pictures: Pictures, segmentStarts: number[], pace: Pace): number[] {
  const starts = [0]
  for (const cut of segmentStarts) {
    const end = wantedEnd(pictures, starts.at(-1) ?? 0, pace)
    if (end !== null && timeOf(pictures, cut) >= end) starts.push(cut)
  }
  return starts
}

function cheapStarts(pictures: Pictures, pace: Pace): number[] {
  const starts = [0]
  for (;;) {
    const start = starts.at(-1) ?? 0
    const end = wantedEnd(pictures, start, pace)
    if (end === null) return starts
    const reach = (end - timeOf(pictures, start)) * KEYFRAME_REACH
    const next = nearest(pictures, pictures.keyframes, end, reach) ?? pictureAt(pictures, end)
    if (next <= start) return starts
    starts.push(next)
  }
}

function nearest(pictures: Pictures, among: number[], seconds: number, reach: number): number | null {
  let best: number | null = null
  for (const picture of among) {
    const distance = Math.abs(timeOf(pictures, picture) - seconds)
    if (distance > reach) continue
    if (best === null || distance < Math.abs(timeOf(pictures, best) - seconds)) best = picture
  }
  return best
}

/** The first picture shown at a time or after it. */
function pictureAt({ times }: Pictures, seconds: number): number {
  const found = times.findIndex((time) => time >= seconds)
  return found === -1 ? times.length : found
}

/** About every four seconds, and alike. */
function evenStarts(pictures: Pictures, firstPicture: number, end: number): number[] {
  const from = timeOf(pictures, firstPicture)
  const length = timeOf(pictures, end) - from
  const count = Math.max(1, Math.round(length / SEGMENT_SECONDS))
  const starts = Array.from({ length: count }, (_, place) =>
    place === 0 ? 0 : pictureAt(pictures, from + (length * place) / count) - firstPicture,
  )
  return [...new Set(starts)].filter((start) => start < end - firstPicture)
}
