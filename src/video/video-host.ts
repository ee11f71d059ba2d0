import type { Readable } from 'node:stream'
import type { Account } from '#identity/account.ts'
import type { Trx } from '#platform/database.server.ts'
import type { PosterChoice } from './poster.ts'
import type { Beginning, EarlierVideo, UploadAddress, Video } from './video.ts'

/** The upload form of a page as it arrives, its file still on the way. */
export interface PageForm {
  body: ReadableStream<Uint8Array> | null
  contentType: string
  /** Of the whole form, as announced. */
  sizeBytes: number
  /**
   * Asked once, when the file begins or when the form ends without one: whose video it becomes. What it throws ends
   * the upload.
   * @param file null when the form has none
   */
  admit(fields: Map<string, string>, file: { name: string; type: string } | null): Account
}

/** The file as its creator sent it. */
export interface Original {
  sizeBytes: number
  read(): Promise<Readable>
}

/**
 * Where videos live: ours by default, a hosted service by settings. Rooms above cannot tell which one is used: they hand
 * on addresses as they are given, and ask `origins` what pages must be allowed to reach.
 */
export interface VideoHost {
  /** The company that stores and streams the videos, as people are told; null: nobody but us. */
  readonly carrier: string | null
  /** Origins besides our own that pages load media from and send bytes to, as a Content-Security-Policy names them. */
  readonly origins: { media: readonly string[]; uploads: readonly string[] }
  /** Whether a creator may choose the picture of a video; false: the host alone chooses it. */
  readonly letsChoosePosters: boolean
  /**
   * Stores the video as `pendingupload` and gives a one-time address for its bytes.
   * @throws Refusal video.creators_only (403), video.too_many_bytes (413), video.quota_reached,
   *   video.too_many_unfinished, video.too_many_failures (429), video.name_invalid
   */
  requestUpload(account: Account, upload: { name: string; sizeBytes: number }): Promise<UploadAddress>
  /**
   * Takes a whole multipart form with the file in it, for pages without scripts, and answers with the video's uid.
   * @throws Refusal as `requestUpload`, video.upload_malformed, video.file_missing, and what `admit` throws
   */
  receivePageForm(form: PageForm): Promise<string>
  /** The owner's view. @throws Refusal video.not_found (404) for everybody else, as for an unknown uid. */
  get(account: Account, uid: string): Promise<Video>
  /** Waits until it is known how long the video plays, or that it is refused, at most `timeoutMs`; then answers as `get`. */
  waitUntilMeasured(account: Account, uid: string, timeoutMs: number): Promise<Video>
  /** Tries a video in `error` again when its bytes are still there. @throws Refusal video.not_found, video.not_retryable, video.retried_too_often, video.too_many_failures */
  retry(account: Account, uid: string): Promise<Video>
  /**
   * Shows a picture of the owner's choice in place of the automatic one: an image, drawn anew in its own shape, or the first
   * frame at or after a moment of the film.
   * @throws Refusal video.not_found, video.poster_fixed (409: not at this host), video.poster_too_early (409: does not play yet),
   *   video.poster_missing, video.poster_too_large (413), video.poster_no_picture (415), video.poster_unreadable,
   *   video.poster_time_invalid
   */
  choosePoster(account: Account, uid: string, choice: PosterChoice): Promise<Video>
  /** Goes back to the automatic picture; nothing happens where it is shown. @throws Refusal video.not_found, video.poster_fixed */
  dropPoster(account: Account, uid: string): Promise<Video>
  /** Removes the rows at once and the bytes soon after. @throws Refusal video.not_found, video.in_use (an episode stands on it), video.awaited (one waits for it) */
  remove(account: Account, uid: string): Promise<void>
  /** Locks the creator's own video for an episode about to stand on it; null when absent or not theirs. */
  claimForEpisode(trx: Trx, creatorId: string, uid: string): Promise<Video | null>
  /** Holds these videos until the commit, in the one order in which several are ever held. Unknown ones are passed over. */
  hold(trx: Trx, uids: string[]): Promise<void>
  /** Whether a video that plays does so to its end, and not only as far as it has come. */
  playsWhole(trx: Trx, uid: string): Promise<boolean>
  /**
   * Marks the creator's own video as one that an episode waits for: nobody else sees it yet, it is not removed by itself, and
   * an upload of it that ends is told as `error`. Null when absent, not theirs, or an episode stands on it.
   */
  awaitForEpisode(trx: Trx, creatorId: string, uid: string): Promise<Video | null>
  /** The same removal, for the room that owns the episode, inside its transaction. */
  removeWithEpisode(trx: Trx, uid: string): Promise<void>
  /**
   * Removes every video of a creator whose account is being removed. All are held first; then `firstUids` is asked, which
   * may hold what stands on them; then they go, those it names before the others and in that order.
   */
  removeAllOf(trx: Trx, creatorId: string, firstUids: () => Promise<string[]>): Promise<void>
  /** All of a creator's videos, oldest first. */
  ownedBy(account: Account): Promise<Video[]>
  /** What was uploaded, for its owner; null when the host does not have it (yet, any more, or ever), and for everybody else. */
  originalOf(account: Account, uid: string): Promise<Original | null>
  /** Whether a video of anybody but these creators waits to be processed, or is being processed. */
  hasWorkForOthers(creatorIds: string[]): Promise<boolean>
  /**
   * Which own video had the same bytes before each of these, by uid; the oldest that an episode stands on, else the oldest.
   * What is new, or not known yet, is absent, and so is everything where the host does not tell.
   */
  findEarlier(uids: string[]): Promise<Map<string, EarlierVideo>>
  /** An own video that arrived under this name and with this size: most likely the same file. Null when there is none. */
  findLike(account: Account, file: { name: string; sizeBytes: number }): Promise<EarlierVideo | null>
  /** Those videos of these creators that wait for a worker. */
  waitingOf(creatorIds: string[]): Promise<string[]>
  /** Videos by uid; unknown ones are absent. */
  findMany(uids: string[]): Promise<Map<string, Video>>
  /**
   * Has a second set of renditions made of these videos, the most wanted ones first, in a codec that takes fewer bytes:
   * when there is nothing else to do, and a few at a time. Those that have one, or cannot have one, are passed over.
   * @returns of how many it is made from now on; 0 where the host makes none
   */
  wantInAv1(uids: string[]): Promise<number>
  /** What a player can begin a video with; null where that is not known, or nothing plays. Does not ask who may see it. */
  beginningOf(uid: string): Promise<Beginning | null>
}

/** What the rooms above are told, inside the transaction that makes it true. */
export interface VideoNews {
  /** The video plays now. */
  becamePlayable(trx: Trx, uid: string): Promise<void>
  /** Its beginning played, and now nothing of it does. */
  ceasedToPlay(trx: Trx, uid: string): Promise<void>
}
