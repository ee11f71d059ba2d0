import type { FailureReason } from './failure-reasons.ts'
import type { VideoState } from './video-state.ts'
import type { StepParameters, VideoStepCode } from './video-step.ts'

/** @see docs/product.md#limits */
export const EPISODE_MAX_SECONDS = 600
/** Containers round; a file of exactly ten minutes may report a little more. @see docs/product.md#limits */
export const LENGTH_TOLERANCE_SECONDS = 0.5
/** How long the preview of a card plays. @see docs/product.md#episode-card */
export const PREVIEW_SECONDS = 12
/** How long publishing waits for the probe of a video before it continues. @see docs/product.md#upload */
export const PROBE_TIMEOUT_MS = 10_000
/** Maximum number of unfinished uploads of one creator. @see docs/product.md#limits */
export const UNFINISHED_UPLOADS_MAX = 100
/** Longest accepted name of an uploaded file, in characters. */
export const VIDEO_NAME_MAX_CHARACTERS = 255

/** Extensions that count as a video when the browser names no type. @see docs/product.md#upload */
export const videoExtensions = [
  'mp4',
  'm4v',
  'mov',
  'mkv',
  'webm',
  'avi',
  'ts',
  'mpg',
  'mpeg',
  'ogv',
  'flv',
  'wmv',
  'mxf',
] as const

/** Value of a file field's `accept`: by type, and by extension where the browser knows none. */
export const acceptedVideos = ['video/*', ...videoExtensions.map((extension) => `.${extension}`)].join(',')

/** Whether a chosen file counts as a video: by its type, or by its extension. */
export function isVideoFile(file: { name: string; type: string }): boolean {
  if (file.type.startsWith('video/')) return true
  const extension = file.name.toLowerCase().split('.').at(-1) ?? ''
  return (videoExtensions as readonly string[]).includes(extension)
}

/** Whether a video is longer than an episode may be. */
export function isTooLong(seconds: number): boolean {
  return seconds > EPISODE_MAX_SECONDS + LENGTH_TOLERANCE_SECONDS
}

/** Frames per second, exactly. */
export interface FrameRate {
  numerator: number
  denominator: number
}

/**
 * URLs of a video's media, as paths on our origin or as absolute URLs of another one; null until made. The content of a
 * URL never changes: new content gets a new URL.
 */
export interface Playback {
  hls: string | null
  poster: string | null
  preview: string | null
  storyboard: string | null
}

/** The kind of a flash: light, or a saturated red. */
export type FlashKind = 'luminance' | 'red'

/** A range of the video in which more light flashes than is safe. Times are in seconds. */
export interface FlashSpan {
  from: number
  to: number
  kind: FlashKind
  /** Most flashes within one second. */
  perSecond: number
  /** Largest share of the picture that flashes at once, 0 to 1. */
  share: number
}

/** The result of the flash check of a video. */
export interface FlashCheck {
  state: 'pending' | 'done' | 'failed'
  /** By their beginning; empty unless `done`. */
  spans: FlashSpan[]
  /** Most flashes in each second of the video; empty unless `done`. */
  perSecond: number[]
  /** Null while `pending`. */
  checkedAt: Date | null
}

/** How long each drawing of a video stays. Frames count from 0, in the order in which they are shown. */
export interface ExposureSheet {
  frameRate: FrameRate
  frames: number
  /** The frames at which a drawing begins, in order; the first is 0. */
  drawings: number[]
}

/** Where shots begin and how much moves. Frames count from 0, in the order in which they are shown. */
export interface PictureChanges {
  frames: number
  /** The first frames of all shots but the first, in order. */
  cuts: number[]
  /** Share of the picture that each drawing of the exposure sheet changes against the frame before, 0 to 100. */
  changes: number[]
}

/** By which frames are counted where the rate is unknown. */
export const NOMINAL_FRAME_RATE: FrameRate = { numerator: 24, denominator: 1 }

/** Number of frames that begin within a length in seconds; null while it is not known. */
export function frameCountBy(durationSeconds: number | null, frameRate: FrameRate | null): number | null {
  if (durationSeconds === null) return null
  const { numerator, denominator } = frameRate ?? NOMINAL_FRAME_RATE
  // Lengths are rounded: a hundredth of a frame more is no other frame.
  return Math.max(1, Math.ceil((durationSeconds * numerator) / denominator - 0.01))
}

/**
 * Seconds at the middle of a frame, where a seek shows it however times are rounded.
 * @param times when each frame is shown; null where all last equally long
 */
export function middleOfFrame(frame: number, frameRate: FrameRate | null, times: number[] | null): number {
  const { numerator, denominator } = frameRate ?? NOMINAL_FRAME_RATE
  const length = denominator / numerator
  const start = times?.[frame] ?? frame * length
  return (start + (times?.[frame + 1] ?? start + length)) / 2
}

/** When the frames of a video are shown. They count from 0, in that order. */
export interface PresentationTimes {
  frames: number
  /** Seconds from the first frame, of each; null where all are on the grid of the video's frame rate. */
  times: number[] | null
}

/**
 * Media with which a player can start before it has read any playlist: the first segments of the smallest rendition.
 * URLs as in `Playback`.
 */
export interface FastStartMedia {
  /** Codecs of everything in the segments (RFC 6381). */
  codecs: string
  init: string
  /** In order, at least one, three at most. */
  segments: string[]
  /** No segments follow. */
  isComplete: boolean
  durationSeconds: number
}

export interface VideoStatus {
  state: VideoState
  /** 0 to 100; below 100 while `ready` means that further renditions are still to come. */
  percentComplete: number
  /** Absent when there is nothing to do. */
  step?: VideoStepCode
  stepParameters?: StepParameters
  /** Only with `error`. */
  reasonCode?: FailureReason
  reasonParameters?: ReasonParameters
}

/** The parameters of a reason's sentence. */
export interface ReasonParameters {
  /** Name of a codec that is not decoded, for people. */
  codec: string
}

/** A video as its owner sees it. */
export interface Video {
  uid: string
  name: string
  /** Null when no person uploaded it: it came through the compatible API, and is open to all who know its uid. */
  creatorId: string | null
  sizeBytes: number
  status: VideoStatus
  /** Hash of the uploaded file, in hexadecimal; null until it is known, and always at a host that does not report it. */
  sha256: string | null
  durationSeconds: number | null
  width: number | null
  height: number | null
  frameRate: FrameRate | null
  playback: Playback
  /** URL of the poster that is shown, twice as large; null where the film or the picture has no more pixels, and until it is drawn. */
  largePoster: string | null
  /** URL of the blurred poster that those get who have not chosen to see an adult episode; null until it is drawn. */
  cover: string | null
  /** The poster was chosen by its creator, and is not the automatic one. */
  hasChosenPoster: boolean
}

/** A rendition as one file that any player reads. */
export interface Mp4File {
  width: number
  height: number
  sizeBytes: number
  url: string
}

/** A video as rooms above read several of them. */
export interface FoundVideo extends Video {
  /** Its renditions in H.264, smallest first; empty until all of them exist, and always at a hosted service. */
  files: Mp4File[]
}

/** A video that its creator had uploaded before another one. */
export interface EarlierVideo {
  uid: string
  /** Name of the file, as it was sent. */
  name: string
}

/** The URL to which the creator sends the bytes. */
export interface UploadTarget {
  uid: string
  /** Unguessable, one-time; a path on our origin, or an absolute URL of another one. */
  uploadURL: string
  /** Protocols of the URL: resumable tus, one plain form with the field `file`, or both. */
  protocols: ('tus' | 'post')[]
  expiresAt: Date
  maxDurationSeconds: number
}
