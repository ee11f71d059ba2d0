import type { VideoState } from './video-state.ts'

/** @see docs/product.md#limits */
export const EPISODE_MAX_SECONDS = 600
/** Containers round; a file of exactly ten minutes may measure a little more. @see docs/product.md#limits */
export const LENGTH_TOLERANCE_SECONDS = 0.5
/** Uploads of one creator that are not finished. @see docs/product.md#limits */
export const UNFINISHED_UPLOADS_MAX = 100
/** Longest accepted name of an uploaded file, in characters. */
export const VIDEO_NAME_MAX_CHARACTERS = 255

/** Endings that count as a video when the browser names no type. @see docs/product.md#upload */
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

/** What a file field offers: by type, and by ending where the browser knows none. */
export const acceptedVideos = ['video/*', ...videoExtensions.map((ending) => `.${ending}`)].join(',')

/** Whether a chosen file counts as a video: by its type, or by its ending. */
export function isVideoFile(file: { name: string; type: string }): boolean {
  if (file.type.startsWith('video/')) return true
  const ending = file.name.toLowerCase().split('.').at(-1) ?? ''
  return (videoExtensions as readonly string[]).includes(ending)
}

/** Whether a film is longer than an episode may be. */
export function isTooLong(seconds: number): boolean {
  return seconds > EPISODE_MAX_SECONDS + LENGTH_TOLERANCE_SECONDS
}

/** Frames per second, exactly. */
export interface FrameRate {
  numerator: number
  denominator: number
}

/**
 * Where a video's media lie, as paths below our origin or as addresses of another one; null until made. Addresses are
 * immutable: new content gets a new address.
 */
export interface Playback {
  hls: string | null
  poster: string | null
  preview: string | null
  storyboard: string | null
}

/**
 * What a player can begin with before it knows any playlist: the first segments of the smallest rendition. Paths or
 * addresses as in `Playback`, as immutable.
 */
export interface Beginning {
  /** Of everything in the segments (RFC 6381). */
  codecs: string
  init: string
  /** In order, at least one, three at most. */
  segments: string[]
  /** Nothing comes after these segments. */
  isWhole: boolean
  durationSeconds: number
}

export interface VideoStatus {
  state: VideoState
  /** 0 to 100; below 100 while `ready` means that further renditions are on the way. */
  percentComplete: number
  /** What is being done now, in a word or two; absent when nothing is. */
  step?: string
  /** While it waits for a worker: how many wait before it. */
  waitingBefore?: number
  /** Only with `error`: why, for programs and for people. */
  reasonCode?: string
  reason?: string
}

/** What is said of something that waits while so many others go first. */
export function waitingWords(before: number): string {
  return before === 0 ? 'Next in line' : `Waiting, ${before} before it`
}

/** A video as its owner sees it. */
export interface Video {
  uid: string
  name: string
  /** Null when no person uploaded it: it came through the hosted service's dialect, and is open to all who know its uid. */
  creatorId: string | null
  sizeBytes: number
  status: VideoStatus
  /** Of the uploaded file, in hexadecimal; null until it is known, and always at a host that does not tell. */
  sha256: string | null
  durationSeconds: number | null
  width: number | null
  height: number | null
  frameRate: FrameRate | null
  playback: Playback
  /** The poster is one that its creator chose, and not the automatic one. */
  hasChosenPoster: boolean
}

/** A video that its creator had uploaded before another one. */
export interface EarlierVideo {
  uid: string
  /** Of the file, as it was sent. */
  name: string
}

/** What the creator gets to send the bytes to. */
export interface UploadAddress {
  uid: string
  /** Unguessable, one-time; a path below our origin, or an address of another one. */
  uploadURL: string
  /** What the address speaks: resumable tus, one plain form with the field `file`, or both. */
  protocols: ('tus' | 'post')[]
  expiresAt: Date
  maxDurationSeconds: number
}
