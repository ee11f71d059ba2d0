import type { JobKind } from '#platform/job-kind.ts'
import type { Stage } from './chunk-rows.server.ts'

interface VideoJobData {
  uid: string
}

const aboutVideo = { about: ({ uid }: VideoJobData) => ({ kind: 'video', id: uid }) }

/** Longest attempt: ten minutes of video on a slow machine, and a margin; a dead worker's heartbeat stops long before. */
const EXPIRE_SECONDS = 6 * 3600

/** Dead-letter queue of jobs that failed at every attempt. */
export const giveUpJob: JobKind<VideoJobData> = {
  ...aboutVideo,
  name: 'video.give-up',
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

/** Options of the jobs that a video needs before it plays. */
const attempts = {
  ...aboutVideo,
  retryLimit: 2,
  retryDelaySeconds: 1,
  expireInSeconds: EXPIRE_SECONDS,
  deadLetter: giveUpJob.name,
}

export interface ProbeJobData extends VideoJobData {
  /** Bytes were only appended to its file, so everything read during the upload is still valid. */
  onlyGrew?: boolean
}

/** Probes and validates a file, and makes a web-compatible one playable by stream copy. */
export const probeJob: JobKind<ProbeJobData> = { ...attempts, name: 'video.measure' }

/** A video to encode: in chunks where possible, unless that has proved impossible (`isWhole`). */
export interface EncodeJobData extends VideoJobData {
  isWhole?: boolean
}

export interface ChunkJobData extends VideoJobData {
  stage: Stage
  number: number
}

/** Reads the entire source once for its SHA-256, when the video plays. Videos work without one. */
export const hashJob: JobKind<VideoJobData> = {
  ...aboutVideo,
  name: 'video.hash',
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireInSeconds: 3600,
}

/** Encodes the first rendition of a video that cannot be copied, or divides that work into chunks. */
export const encodeJob: JobKind<EncodeJobData> = { ...attempts, name: 'video.encode' }

/** Encodes the first rendition in one go, for videos that would delay others for long, or have done so. */
export const slowEncodeJob: JobKind<EncodeJobData> = { ...attempts, name: 'video.slow-encode' }

/** Encodes all missing renditions. Separate queues, so that no first rendition waits behind them. */
export const ladderJob: JobKind<EncodeJobData> = { ...attempts, name: 'video.ladder' }

/** Encodes one chunk of a first rendition. */
export const chunkJob: JobKind<ChunkJobData> = { ...attempts, name: 'video.chunk' }

/** Encodes one chunk of the later renditions. */
export const laterChunkJob: JobKind<ChunkJobData> = { ...attempts, name: 'video.later-chunk' }

/** Dead-letter queue of AV1 sets that failed at every attempt. */
export const av1GiveUpJob: JobKind<VideoJobData> = { ...giveUpJob, name: 'video.av1-give-up' }

/** Encodes the next chunk of an AV1 set, when there is no other work. */
export const av1Job: JobKind<VideoJobData> = {
  ...aboutVideo,
  name: 'video.av1',
  retryLimit: 2,
  retryDelaySeconds: 5,
  expireInSeconds: 3600,
  deadLetter: av1GiveUpJob.name,
}

/** Makes the poster. Episodes work without one. */
export const posterJob: JobKind<VideoJobData> = {
  ...aboutVideo,
  name: 'video.poster',
  retryLimit: 2,
  retryDelaySeconds: 5,
  expireInSeconds: 600,
}

/** Blurs the poster of an adult episode's video. Nothing of it is shown without one. */
export const coverJob: JobKind<VideoJobData> = { ...posterJob, name: 'video.cover', expireInSeconds: 120 }

/** Scales the poster that is shown down, for pages with less room. Episodes work without. */
export const smallPostersJob: JobKind<VideoJobData> = {
  ...posterJob,
  name: 'video.small-posters',
  expireInSeconds: 120,
}

/** Draws the automatic poster once more, larger: of films from before there were any, and of those that lost theirs. */
export const largePosterJob: JobKind<VideoJobData> = { ...posterJob, name: 'video.large-poster' }

/** Makes the preview clip and the storyboard, once every rendition exists. Cards work without them. */
export const previewAssetsJob: JobKind<VideoJobData> = { ...posterJob, name: 'video.glimpses', expireInSeconds: 3600 }

/** Makes one MP4 file of each rendition, once every rendition exists. Episodes work without. */
export const mp4FilesJob: JobKind<VideoJobData> = { ...posterJob, name: 'video.mp4-files', expireInSeconds: 3600 }

/** Removes every byte of a video whose row is gone, or that was refused. */
export const eraseJob: JobKind<VideoJobData> = {
  ...aboutVideo,
  name: 'video.erase',
  retryLimit: 20,
  retryDelaySeconds: 10,
  expireInSeconds: 300,
}

/** Removes media that no row names: older master playlists, renditions of attempts that died. */
export const mediaCleanupJob: JobKind<VideoJobData> = { ...eraseJob, name: 'video.tidy' }
/** Delay after which players have finished with an older master playlist. */
export const MEDIA_CLEANUP_DELAY_SECONDS = 60
/** Time after which players have finished with a rendition that is no longer published, pauses included. */
export const RETIRED_RETENTION_SECONDS = 3600

/** Cleans up each minute: abandoned uploads, finished but unrecorded ones, bytes whose row is gone or never existed. */
export const cleanupJob: JobKind<Record<never, never>> = {
  name: 'video.sweep',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 300,
}

/** The jobs without which a video does not play, or not in full; after their last failure it is given up. */
export const neededJobs: readonly JobKind<VideoJobData>[] = [
  ...[probeJob, encodeJob, slowEncodeJob, ladderJob, chunkJob, laterChunkJob],
]

/** All jobs that process a video; pointless once it is removed. */
export const processingJobs: JobKind<VideoJobData>[] = [
  ...[probeJob, hashJob, encodeJob, slowEncodeJob, ladderJob, chunkJob, laterChunkJob, av1Job],
  ...[posterJob, coverJob, smallPostersJob, largePosterJob, previewAssetsJob, mp4FilesJob],
]

/** All jobs that work on one video. */
export const allVideoJobs: JobKind<VideoJobData>[] = [
  ...processingJobs,
  ...[eraseJob, mediaCleanupJob, giveUpJob, av1GiveUpJob],
]
