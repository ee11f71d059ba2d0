import type { Readable } from 'node:stream'
import type { Account } from '#identity/account.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { roomEvent } from '#platform/room-events.ts'
import type { ByteRange } from '#platform/storage.server.ts'
import type { FileTextLimits, FileTexts } from './media/text-streams/text-stream.ts'
import type { MediaAudience } from './media-audience.ts'
import type { PosterChoice, PosterImage } from './poster.ts'
import type { StorageUse } from './quotas.server.ts'
import type { SampledPart, SampledPicture } from './sampled-picture.ts'
import type { StoredBytes, UploadsOfDay } from './site-uploads.server.ts'
import type { TextTrack } from './text-track.ts'
import type {
  EarlierVideo,
  ExposureSheet,
  FastStartMedia,
  FlashCheck,
  FoundVideo,
  PictureChanges,
  PresentationTimes,
  UploadTarget,
  Video,
} from './video.ts'

/** An upload form sent by a page, while its file is still arriving. */
export interface PageForm {
  body: ReadableStream<Uint8Array> | null
  contentType: string
  /** Declared size of the entire form. */
  sizeBytes: number
  /**
   * Called once, when the file starts or when the form ends without one; returns the video's owner. An error it throws
   * ends the upload.
   * @param file null when the form has none
   */
  admit(fields: Map<string, string>, file: { name: string; type: string } | null): Account
}

/** Points that a caller can wait for: the probe result, the first rendition, and the last one. */
export const videoMilestones = ['measured', 'ready', 'complete'] as const
export type VideoMilestone = (typeof videoMilestones)[number]

/** The file as its creator sent it. */
export interface Original {
  sizeBytes: number
  /** The whole file without a range. */
  read(range?: ByteRange): Promise<Readable>
}

/**
 * Stores and streams videos: our own host by default, a hosted service if configured. Rooms above cannot tell them
 * apart: they pass on URLs unchanged, and read the origins that pages must be allowed to reach from `origins`.
 */
export interface VideoHost {
  /** Name of the company that stores and streams the videos, as shown to people; null: only us. */
  readonly carrier: string | null
  /** Origins besides our own that pages load media from and send bytes to, as a Content-Security-Policy names them. */
  readonly origins: { media: readonly string[]; uploads: readonly string[] }
  /** Whether a creator may choose the poster of a video; false: only the host chooses it. */
  readonly allowsPosterChoice: boolean
  /**
   * Stores the video as `pendingupload` and returns a one-time URL for its bytes.
   * @throws Refusal video.creators_only (403), video.too_many_bytes (413), video.quota_reached,
   *   video.too_many_unfinished, video.too_many_failures (429), video.name_invalid
   */
  requestUpload(account: Account, upload: { name: string; sizeBytes: number }): Promise<UploadTarget>
  /**
   * Receives a complete multipart form with the file, for pages without scripts, and returns the video's uid.
   * @throws Refusal as `requestUpload`, video.upload_malformed, video.file_missing, and the refusals of `admit`
   */
  receivePageForm(form: PageForm): Promise<string>
  /** The owner's view. @throws Refusal video.not_found (404) for everyone else, as for an unknown uid. */
  get(account: Account, uid: string): Promise<Video>
  /**
   * Waits until the video has reached the milestone or failed, at most `timeoutMs`; then returns as `get`.
   * @throws the signal's reason when it aborts
   */
  waitUntil(
    account: Account,
    uid: string,
    milestone: VideoMilestone,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Video>
  /**
   * Retries a video in `error` whose bytes are still there.
   * @throws Refusal video.not_found, video.not_retryable, video.retried_too_often, video.too_many_failures
   */
  retry(account: Account, uid: string): Promise<Video>
  /**
   * Processes a video in `error` again, because a job that it needs is retried; not counted as a retry of its creator.
   * The video is locked. False, and nothing is done, when it is in another state, its bytes are gone, or videos do not need
   * jobs of this kind.
   */
  restartAfter(trx: Trx, jobKind: string, uid: string): Promise<boolean>
  /**
   * Makes a video again from its original, and hides it until it plays. False, and nothing is done, when its bytes are gone or
   * still arrive, or the host keeps no originals.
   */
  reprocess(uid: string): Promise<boolean>
  /**
   * Shows a poster of the owner's choice instead of the automatic one: an image, re-encoded in its own aspect ratio, or
   * the first frame at or after a moment of the video.
   * @throws Refusal video.not_found, video.poster_fixed (409: not at this host), video.poster_too_early (409: does not play yet),
   *   video.poster_missing, video.poster_too_large (413), video.poster_no_picture (415), video.poster_unreadable,
   *   video.poster_time_invalid
   */
  choosePoster(account: Account, uid: string, choice: PosterChoice): Promise<Video>
  /** Returns to the automatic poster; does nothing when it is shown. @throws Refusal video.not_found, video.poster_fixed */
  dropPoster(account: Account, uid: string): Promise<Video>
  /**
   * Removes the rows immediately and the bytes soon after.
   * @throws Refusal video.not_found, video.in_use (an episode uses it), video.awaited (one waits for it)
   */
  remove(account: Account, uid: string): Promise<void>
  /** Locks the creator's own video for an episode about to use it; null when absent or not theirs. */
  attachToEpisode(trx: Trx, creatorId: string, uid: string): Promise<Video | null>
  /**
   * Limits who may read the media of a video in use, once it plays: its creator, also moderators, also those who have the
   * address, or everyone.
   * With `nsfwEpisodeId`, everyone but the creator must also have chosen to see that adult episode; only the blurred poster is
   * sent to all whom the audience allows.
   * Nodes follow within a second of the commit; copies at a CDN are purged. The hosted service keeps serving its own
   * addresses, which nobody else knows. The video is locked.
   */
  restrict(trx: Trx, uid: string, audience: MediaAudience, nsfwEpisodeId: string | null): Promise<void>
  /** Locks these videos until the commit, in the one order in which several are ever locked. Skips unknown ones. */
  lock(trx: Trx, uids: string[]): Promise<void>
  /** Locks all videos of a creator whose account is locked, in the same order. */
  lockAllOf(trx: Trx, creatorId: string): Promise<void>
  /** Whether a playable video plays to its end, not only the part made so far. */
  isFullyPlayable(trx: Trx, uid: string): Promise<boolean>
  /**
   * Marks the creator's own video as awaited by an episode: others do not see it yet, it is not removed separately, and
   * an unfinished upload that ends becomes `error`. Null when absent, not theirs, or used by an episode.
   */
  awaitForEpisode(trx: Trx, creatorId: string, uid: string): Promise<Video | null>
  /** Removes a video as `remove` does, inside the transaction of the room that owns the episode. */
  removeWithEpisode(trx: Trx, uid: string): Promise<void>
  /**
   * Locks and removes every video of a creator whose account is being removed: `firstUids` before the others and in that
   * order. Rows that depend on them are locked after `lockAllOf` and before this.
   */
  removeAllOf(trx: Trx, creatorId: string, firstUids: string[]): Promise<void>
  /**
   * Ends the creator's unfinished uploads, in the caller's transaction: their rows are removed, or set to `error` where an
   * episode uses or awaits them, and an upload in progress is cut off.
   */
  endUploadsOf(trx: Trx, creatorId: string): Promise<void>
  /** Sets how many bytes a creator may store, in the caller's transaction. @returns the quota before */
  setQuota(trx: Trx, creatorId: string, quotaBytes: number): Promise<number>
  /** Storage that these accounts may use and do use, by account ID. */
  storageOf(uids: string[]): Promise<Map<string, StorageUse>>
  /** How much all videos take, up to five minutes ago; null where that is not this site's disk. */
  storedBytes(): Promise<StoredBytes | null>
  /** Uploads that have begun or may begin, and are neither complete nor expired. */
  openUploads(): Promise<number>
  /** Uploads on each of these UTC days, the last of which is today; earlier ones up to an hour old. */
  uploadsOn(days: readonly string[]): Promise<UploadsOfDay[]>
  /** All of a creator's videos, oldest first. */
  ownedBy(account: Account): Promise<Video[]>
  /** The uploaded file, for its owner; null for everyone else, and when the host does not have it. */
  originalOf(account: Account, uid: string): Promise<Original | null>
  /** Whether any video but those of these creators waits to be processed, or is being processed. */
  hasWorkForOthers(creatorIds: string[]): Promise<boolean>
  /**
   * The creator's earlier video with the same bytes as each of these, by uid; the oldest that an episode uses, else the
   * oldest. Absent: new files, hashes not known yet, and everything at a host that does not report hashes.
   */
  findDuplicates(uids: string[]): Promise<Map<string, EarlierVideo>>
  /** A video that the account uploaded with this name and size: most likely the same file. Null when there is none. */
  findLikelyDuplicate(account: Account, file: { name: string; sizeBytes: number }): Promise<EarlierVideo | null>
  /** Videos of these creators that wait for a worker. */
  waitingOf(creatorIds: string[]): Promise<string[]>
  /** Length in seconds; null while it is not known, and without such a video. */
  durationOf(uid: string): Promise<number | null>
  /**
   * Number of frames: as they were counted, before that and where the host has none by length and frame rate, taken as
   * `NOMINAL_FRAME_RATE` where it is unknown. Null while the length is not known, and without such a video.
   */
  frameCountOf(uid: string): Promise<number | null>
  /** Videos by uid; unknown ones are absent. */
  findMany(uids: string[]): Promise<Map<string, FoundVideo>>
  /**
   * Requests a second set of renditions of these videos, most wanted first, in a codec that takes fewer bytes. It is made
   * when there is no other work, a few at a time. Skips videos that have one or cannot have one.
   * @returns number of new requests; 0 where the host makes none
   */
  requestAv1(uids: string[]): Promise<number>
  /**
   * Calls `use` with pictures of a video whose renditions are complete: frames of its smallest rendition in order, one
   * each two seconds and more at cuts, at most `SAMPLED_FRAMES_MAX`, and its poster last if it has one. They exist until
   * `use` settles. Null, without a call, when the video is gone or incomplete, and where the host has no frames.
   * @param part of the poster alone, there may be none
   */
  withSampledPictures<Result>(
    uid: string,
    use: (pictures: SampledPicture[]) => Promise<Result>,
    signal: AbortSignal,
    part?: SampledPart,
  ): Promise<Result | null>
  /**
   * Calls `use` with the texts and attached fonts in the file of a video that plays, unchecked; they exist until `use` settles.
   * Null, without a call, when it does not play or its file is gone, and where the host has no files. Does not check access.
   */
  withFileTexts<Result>(
    uid: string,
    limits: FileTextLimits,
    use: (found: FileTexts) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result | null>
  /** The parts of a video that flash more than is safe; `failed` where the host has no frames. Does not check access. */
  flashesOf(uid: string): Promise<FlashCheck>
  /** Null until its frames have been analysed, and where the host has none. Does not check access. */
  exposureSheetOf(uid: string): Promise<ExposureSheet | null>
  /**
   * Whether its frames last differently long, so that their times are its own; false as long as that is not known. Does not
   * check access.
   */
  isRateVarying(uid: string): Promise<boolean>
  /** When each frame is shown; null as above. Does not check access. */
  frameTimesOf(uid: string): Promise<PresentationTimes | null>
  /** Null as above, and for a video that was analysed before cuts were looked for. Does not check access. */
  changesOf(uid: string): Promise<PictureChanges | null>
  /**
   * Lists these texts, and no others, in the playlist of a video, once all its renditions exist. Idempotent; does nothing for
   * an unknown video, and where the host makes the playlists itself.
   */
  setTextTracks(uid: string, tracks: TextTrack[]): Promise<void>
  /** Name of the poster that its creator chose; null for the automatic one, and without such a video. */
  chosenPosterOf(db: Db | Trx, uid: string): Promise<string | null>
  /**
   * The poster that is shown, in each of its sizes, largest first; none before there is one, and while its size is not known.
   * Does not check access.
   */
  postersOf(uid: string): Promise<PosterImage[]>
  /** Media with which a player can start a video; null when unknown, or when nothing plays. Does not check access. */
  fastStartOf(uid: string): Promise<FastStartMedia | null>
}

/** A video plays now. Its row is locked. */
export const videoPlayable = roomEvent<{ uid: string }>('video.playable')
/** The creator of a video chose another poster. Its row is locked. */
export const posterChosen = roomEvent<{ uid: string }>('video.poster-chosen')
/** All renditions of a video exist. Its row is locked. */
export const videoComplete = roomEvent<{ uid: string }>('video.complete')
/** A video played in part, and no longer plays. Its row is locked. */
export const videoUnplayable = roomEvent<{ uid: string }>('video.unplayable')
/** The texts in the playlist of a video are lost, and are to be set again. Its row is locked. */
export const textTracksLost = roomEvent<{ uid: string }>('video.text-tracks-lost')
