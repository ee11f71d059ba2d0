import type { JobKind } from '#platform/jobs.server.ts'
import type { Stage } from './chunk-rows.server.ts'

interface OfVideo {
  uid: string
}

/** Longest attempt: ten minutes of film on a slow machine, with room; a dead worker is noticed by its heartbeat long before. */
const EXPIRE_SECONDS = 6 * 3600

/** Where the jobs go that failed at every attempt. */
export const giveUpJob: JobKind<OfVideo> = {
  name: 'video.give-up',
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

/** Of the jobs on which it depends whether a video plays. */
const attempts = { retryLimit: 2, retryDelaySeconds: 1, expireInSeconds: EXPIRE_SECONDS, deadLetter: giveUpJob.name }

export interface ToMeasure extends OfVideo {
  /** Its file only ever grew at its end until now, so that what was read of it while it did is what is there. */
  onlyGrew?: boolean
}

/** Measures, refuses or accepts, and makes a web-compatible file playable by stream copy. */
export const measureJob: JobKind<ToMeasure> = { ...attempts, name: 'video.measure' }

/** A video to encode: in chunks where that can be done, unless it has turned out that it cannot. */
export interface ToEncode extends OfVideo {
  isWhole?: boolean
}

export interface OfChunk extends OfVideo {
  stage: Stage
  number: number
}

/** Reads the whole source once for its SHA-256, when it plays. A video without one is still a video. */
export const hashJob: JobKind<OfVideo> = {
  name: 'video.hash',
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireInSeconds: 3600,
}

/** Encodes the first rendition of a video that cannot be cut as it is, or divides that work into chunks. */
export const encodeJob: JobKind<ToEncode> = { ...attempts, name: 'video.encode' }

/** The same for films that would hold up others for long: in one go. */
export const slowEncodeJob: JobKind<ToEncode> = { ...attempts, name: 'video.slow-encode' }

/** The same for all renditions that are missing. Queues of their own, so that no first rendition waits behind them. */
export const ladderJob: JobKind<ToEncode> = { ...attempts, name: 'video.ladder' }

/** Encodes one chunk of a first rendition. */
export const chunkJob: JobKind<OfChunk> = { ...attempts, name: 'video.chunk' }

/** Encodes one chunk of the later ones. */
export const laterChunkJob: JobKind<OfChunk> = { ...attempts, name: 'video.later-chunk' }

/** Where AV1 sets go that failed at every attempt. */
export const av1GiveUpJob: JobKind<OfVideo> = { ...giveUpJob, name: 'video.av1-give-up' }

/** Makes the next piece of an AV1 set, when nothing else is to be done. */
export const av1Job: JobKind<OfVideo> = {
  name: 'video.av1',
  retryLimit: 2,
  retryDelaySeconds: 5,
  expireInSeconds: 3600,
  deadLetter: av1GiveUpJob.name,
}

/** Makes the poster. An episode without one is still an episode. */
export const posterJob: JobKind<OfVideo> = {
  name: 'video.poster',
  retryLimit: 2,
  retryDelaySeconds: 5,
  expireInSeconds: 600,
}

/** Makes the preview clip and the storyboard, once every rendition is there. Cards do without, if need be. */
export const glimpsesJob: JobKind<OfVideo> = { ...posterJob, name: 'video.glimpses', expireInSeconds: 3600 }

/** Removes every byte of a video whose row is gone, or that was refused. */
export const eraseJob: JobKind<OfVideo> = {
  name: 'video.erase',
  retryLimit: 20,
  retryDelaySeconds: 10,
  expireInSeconds: 300,
}

/** Removes media that no row names: older master playlists, renditions of attempts that died. */
export const tidyJob: JobKind<OfVideo> = { ...eraseJob, name: 'video.tidy' }
/** Players that have just read an older master playlist are through with it by then. */
export const TIDY_AFTER_SECONDS = 60

/** Each minute: abandoned uploads, finished ones nobody recorded, bytes whose row is gone or was never there. */
export const sweepJob: JobKind<Record<never, never>> = {
  name: 'video.sweep',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 300,
}

/** All that make something of a video, in vain once it is removed. */
export const processingJobs: JobKind<OfVideo>[] = [
  ...[measureJob, hashJob, encodeJob, slowEncodeJob, ladderJob, chunkJob, laterChunkJob, av1Job],
  ...[posterJob, glimpsesJob],
]

/** All that work on one video. */
export const allVideoJobs: JobKind<OfVideo>[] = [...processingJobs, ...[eraseJob, tidyJob, giveUpJob, av1GiveUpJob]]
