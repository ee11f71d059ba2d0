import type { FrameRate, Mp4File, VideoStatus } from '#video/video.ts'
import type { Audience, Restriction, Visibility } from './audience.ts'
import type { Credit, NewCredit } from './credits/credit.ts'
import type { EpisodeMetadata, NewMetadata } from './episode-metadata.ts'

/** @see docs/product.md#limits */
export const TITLE_MAX_CHARACTERS = 120
export const GENRE_MAX_CHARACTERS = 40
export const DESCRIPTION_MAX_CHARACTERS = 5000
export const TAGS_MAX = 20
export const TAG_MAX_CHARACTERS = 40
/** Longest page of a list. */
export const PAGE_MAX = 60
/** Episodes on one page of Explore by default. */
export const EXPLORE_PAGE = 24
/** Most episodes in one bulk change. */
export const BULK_MAX = 100
/** Most own episodes in one response, enough for a whole dashboard. */
export const OWN_LIST_MAX = 500

/** The canonical genres, in the order they are shown. @see docs/product.md#genres */
export const genres = [
  'Action',
  'Adventure',
  'Comedy',
  'Drama',
  'Fantasy',
  'Horror',
  'Mecha',
  'Romance',
  'Sci-Fi',
  'Slice of Life',
  'Thriller',
] as const

/** Genres in Explore's menu, in its order, after 'All'. */
export const menuGenres = [
  'Action',
  'Fantasy',
  'Mecha',
  'Romance',
  'Comedy',
] as const satisfies (typeof genres)[number][]

/** Input for publishing an episode. */
export interface NewEpisode extends NewMetadata {
  videoId: string
  /** Public unless given. */
  visibility?: Visibility
  /** When a scheduled episode becomes public; null or absent for all others. */
  publishAt?: Date | null
  /** Credits in the order shown; none unless given. */
  credits?: NewCredit[]
}

/** Fields that a creator may change later; absent ones stay as they are. */
export interface EpisodeChanges extends Partial<Omit<NewEpisode, 'videoId'>> {
  /** Origins that may embed it; null for all sites, an empty list for none. */
  embedSites?: readonly string[] | null
}

/** An episode's creator, as cards show it. */
export interface EpisodeCreator {
  uid: string
  username: string
  avatarUrl: string
  founderBadge: boolean
}

/** A file that its creator had uploaded before, and the episode on it. */
export interface SameFile {
  videoId: string
  /** File name at that upload. */
  name: string
  /** Absent while no episode uses it. */
  episodeId?: string
  title?: string
}

/** An episode as one particular viewer may see it. The engagement room adds the counts. */
export interface Episode extends EpisodeMetadata {
  id: string
  nsfwReason: string
  /** When it was saved, or became public if that was later; Explore's order. */
  date: Date
  visibility: Visibility
  /** When it becomes public; null unless scheduled. */
  publishAt: Date | null
  /** Origins that may embed it; null for all sites, an empty list for none. */
  embedSites: readonly string[] | null
  /** Credits in the creator's order. */
  credits: Credit[]
  /** Who may find it now. */
  audience: Audience
  /** A moderator's restriction, for its owner and moderators; null otherwise. */
  restriction: Restriction | null
  /** Whether it waits for a check or a moderator, so that only they and its owner see it. */
  isHeld: boolean
  creatorId: string
  videoId: string
  trending: boolean
  /** Its own flag or its creator's. */
  founderBadge: boolean
  updatedAt: Date
  durationSeconds: number | null
  width: number | null
  height: number | null
  frameRate: FrameRate | null
  poster: string | null
  /** URL of the same picture, twice as large; null where there is none, and for those who get the blurred one. */
  largePoster: string | null
  /** Whether its creator chose the poster. */
  hasChosenPoster: boolean
  /** URL of the WebVTT file of the storyboard; null until it exists. */
  storyboard: string | null
  preview: string | null
  /** Whether this viewer has yet to choose to see it; the poster is then the blurred one, and there are no other media. */
  isCovered: boolean
  /** URL of the master playlist; null until playable. */
  hls: string | null
  /** Its renditions as one file each, smallest first; empty until all of them exist. */
  files: Mp4File[]
  /** Whether its video plays; only the owner ever sees false. */
  isPlayable: boolean
  /** The video's state for the owner; null for everyone else. */
  videoStatus: VideoStatus | null
  /** The creator's earlier upload of the same bytes; null if none is known, and for everyone else. */
  sameAs: SameFile | null
  /** For the owner, the video that replaces this one once it plays; null if none is awaited, and for everyone else. */
  replacement: { videoId: string; name: string; status: VideoStatus } | null
  creator: EpisodeCreator
}
