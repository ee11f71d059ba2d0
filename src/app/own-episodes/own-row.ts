import type { OwnEpisodeJson } from '#app/api/episode-schemas.server.ts'
import { defaultOpenness, type EpisodeMetadata } from '#catalog/episode-metadata.ts'
import { noGrowth } from '#engagement/growth.ts'
import type { VideoStatus } from '#video/video.ts'

/** Fields of an own episode that its pages do not show. */
type HiddenField =
  | 'creatorId'
  | 'trending'
  | 'founderBadge'
  | 'lastViewed'
  | 'positionSeconds'
  | 'liked'
  | 'credits'
  | 'updatedAt'
  | 'preview'
  | 'creator'

/** An own episode as the dashboard shows it: fields of the API's list and live events. */
export interface OwnRow extends Omit<OwnEpisodeJson, HiddenField | 'date' | 'status' | 'replacement'> {
  /** ISO 8601; null when unknown. */
  date: string | null
  /** Pages word its reason themselves. */
  status: VideoStatus
  /** A new file that the episode waits for. */
  replacement: Replacement | null
}

export interface Replacement extends Omit<NonNullable<OwnEpisodeJson['replacement']>, 'status'> {
  status: VideoStatus
}

/** An episode's metadata, and who may find it. */
export type RowMetadata = EpisodeMetadata & Pick<OwnRow, 'visibility' | 'publishAt'>

/** An edited episode: its metadata, who may embed it, and its place in a series. */
export type EditedEpisode = RowMetadata & Pick<OwnRow, 'embedSites' | 'seriesId' | 'seriesNumber'>

/** The part of an own episode that its pages show. */
export function toOwnRow(episode: OwnEpisodeJson): OwnRow {
  const {
    creatorId,
    trending,
    founderBadge,
    lastViewed,
    positionSeconds,
    liked,
    credits,
    updatedAt,
    preview,
    creator,
    ...row
  } = episode
  return row
}

/** A row about whose episode nothing is known but its id. */
export function blankRow(id: string): OwnRow {
  return {
    id,
    videoId: '',
    title: '',
    description: '',
    genre: '',
    tags: [],
    nsfw: false,
    nsfwReason: '',
    contentNotes: [],
    ...defaultOpenness,
    visibility: 'public',
    publishAt: null,
    embedSites: null,
    files: [],
    seriesId: null,
    seriesNumber: null,
    date: null,
    durationSeconds: null,
    poster: null,
    hasChosenPoster: false,
    held: false,
    storyboard: null,
    width: null,
    height: null,
    views: 0,
    likes: 0,
    comments: 0,
    growth: noGrowth,
    status: { state: 'queued', percentComplete: 0 },
    sameAs: null,
    replacement: null,
  }
}

/** Only playable episodes count in totals. @see docs/product.md#video-states */
export function isPlayable(row: Pick<OwnRow, 'status'>): boolean {
  return row.status.state === 'ready'
}

export function titleOf(row: Pick<OwnRow, 'title'>): string {
  return row.title.trim() === '' ? 'Untitled Episode' : row.title
}

export function genreOf(row: Pick<OwnRow, 'genre'>): string {
  return row.genre.trim() === '' ? 'Not specified' : row.genre
}
