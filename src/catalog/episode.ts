import type { FrameRate, VideoStatus } from '#video/video.ts'

/** @see docs/product.md#limits */
export const TITLE_MAX_CHARACTERS = 120
export const GENRE_MAX_CHARACTERS = 40
export const DESCRIPTION_MAX_CHARACTERS = 5000
export const TAGS_MAX = 20
export const TAG_MAX_CHARACTERS = 40
/** Longest page of a list. */
export const PAGE_MAX = 60
/** Episodes on one page of Explore unless asked otherwise. */
export const EXPLORE_PAGE = 24
/** Own episodes in one answer, so that a dashboard has all of them at once. */
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

/** Those in Explore's menu, in its order; 'All' stands before them. */
export const menuGenres = [
  'Action',
  'Fantasy',
  'Mecha',
  'Romance',
  'Comedy',
] as const satisfies (typeof genres)[number][]

/** What a creator writes when publishing. */
export interface NewEpisode {
  title: string
  genre: string
  nsfw: boolean
  videoId: string
  description?: string
  tags?: string[]
}

/** What a creator may change later; what is absent stays. */
export type EpisodeChanges = Partial<Omit<NewEpisode, 'videoId'>>

/** Who made an episode, as cards show it. */
export interface EpisodeCreator {
  uid: string
  username: string
  avatarUrl: string
  founderBadge: boolean
}

/** A file that its creator had uploaded before, and the episode on it. */
export interface SameFile {
  videoId: string
  /** Of the file, as it was sent then. */
  name: string
  /** Absent while no episode stands on it. */
  episodeId?: string
  title?: string
}

/** An episode as one particular viewer may see it. Counts are joined by the engagement room. */
export interface Episode {
  id: string
  title: string
  description: string
  genre: string
  tags: string[]
  nsfw: boolean
  nsfwReason: string
  /** When it was saved; Explore's order. */
  date: Date
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
  /** The poster is one that its creator chose. */
  hasChosenPoster: boolean
  /** Address of the WebVTT that names small pictures of the film; null until made. */
  storyboard: string | null
  preview: string | null
  /** Address of the master playlist; null until playable. */
  hls: string | null
  /** Playable now; false is only ever shown to the owner. */
  isPlayable: boolean
  /** The video's state for the owner; null for everybody else. */
  videoStatus: VideoStatus | null
  /** Where the creator uploaded the same bytes before; null when nowhere or not known yet, and for everybody else. */
  sameAs: SameFile | null
  /** The video that takes this one's place once it plays, for the owner; null when none is waited for, and for everybody else. */
  replacement: { videoId: string; name: string; status: VideoStatus } | null
  creator: EpisodeCreator
}
