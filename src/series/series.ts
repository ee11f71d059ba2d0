import type { Episode, EpisodeCreator } from '#catalog/episode.ts'

/** @see docs/product.md#limits */
export const SERIES_TITLE_MAX_CHARACTERS = 120
export const SERIES_DESCRIPTION_MAX_CHARACTERS = 1000
export const ARC_TITLE_MAX_CHARACTERS = 80
export const SERIES_EPISODES_MAX = 200
export const SERIES_PER_CREATOR_MAX = 100
/** Series on one page of a list unless asked otherwise, and at most. */
export const SERIES_PAGE = 24
export const SERIES_PAGE_MAX = 60
/** The stored poster fits into this box. */
export const SERIES_POSTER_BOX = { width: 1280, height: 720 }

/** A named group of consecutive episodes of a series: the numbers of its first and last part. */
export interface Arc {
  title: string
  from: number
  to: number
}

/** The texts of a series. */
export interface SeriesFields {
  title: string
  description: string
}

/** The parts of a series in their order, and its arcs; without `arcs`, those there are keep their numbers. */
export interface SeriesList {
  episodeIds: string[]
  arcs?: Arc[]
}

/** The place of an episode: both null when it is in no series, or in one that the viewer cannot find. */
export interface SeriesPosition {
  seriesId: string | null
  seriesNumber: number | null
}

/** Where an edit puts an episode: absent fields keep the series, and the number in it or the end of another one. */
export interface EpisodePlace {
  /** Null for none. */
  seriesId?: string | null | undefined
  seriesNumber?: number | undefined
}

/** A series without its parts, as lists and cards show it. */
export interface SeriesSummary extends SeriesFields {
  id: string
  creatorId: string
  creator: EpisodeCreator
  /** Its own picture, or the poster of a public part that is not adult, the chosen one or the first; null when there is neither. */
  poster: string | null
  /** The large poster of that part; null where there is none, and for its own picture, which is large. */
  largePoster: string | null
  hasOwnPoster: boolean
  /** The part whose poster that is, where its creator chose it; null otherwise. */
  chosenCoverId: string | null
  /** Number of the parts that this viewer may see. */
  episodeCount: number
  createdAt: Date
  updatedAt: Date
}

/** A part of a series, as this viewer may see it. */
export type SeriesEpisode = Episode & { seriesId: string; seriesNumber: number }

/** A series as one particular viewer may see it. */
export interface Series extends SeriesSummary {
  /** The parts that this viewer may see, with the numbers that they have among all. */
  episodes: SeriesEpisode[]
  /** Arcs with parts that this viewer may see, cut to the range of these parts. */
  arcs: Arc[]
  /** Whether a part of it is in Explore. */
  isListed: boolean
}

export interface SeriesPage {
  series: SeriesSummary[]
  /** Opaque; null on the last page. */
  nextCursor: string | null
}

/** Number and id of a part. */
export interface PartNumber {
  id: string
  number: number
}

/** Where an episode is in its series: the public parts and those next to it. */
export interface SeriesNeighbours {
  series: { id: string; title: string }
  number: number
  /** In order. Contains the episode itself only if it is public. */
  parts: PartNumber[]
  previous: PartNumber | null
  next: PartNumber | null
  /** The next one that is not adult, as Explore lists. */
  nextListed: PartNumber | null
}
