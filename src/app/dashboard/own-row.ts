import type { Episode, SameFile } from '#catalog/episode.ts'
import type { EpisodeCounts } from '#engagement/play.ts'
import type { VideoStatus } from '#video/video.ts'
import { videoStates } from '#video/video-state.ts'

/** What a creator writes about an episode, and may change later. */
export interface EpisodeWords {
  title: string
  description: string
  genre: string
  tags: string[]
}

/** An own episode as the dashboard shows it: the words of the API, in its list, its live events and this page alike. */
export interface OwnRow extends EpisodeWords {
  id: string
  videoId: string
  nsfw: boolean
  /** An instant in ISO 8601; null when it is not known. */
  date: string | null
  durationSeconds: number | null
  poster: string | null
  hasChosenPoster: boolean
  /** What the frames to choose from are cut out of. */
  storyboard: string | null
  width: number | null
  height: number | null
  views: number
  likes: number
  comments: number
  status: VideoStatus
  /** The earlier upload of the same file. */
  sameAs: SameFile | null
  replacement: Replacement | null
}

/** A new file that an episode waits for. */
export interface Replacement {
  videoId: string
  name: string
  status: VideoStatus
}

/** The loader's row. @param episode as its owner sees it, so with its video's state */
export function ownRowOf(episode: Episode & EpisodeCounts): OwnRow {
  const { id, videoId, title, description, genre, tags, nsfw, views, likes, comments, sameAs } = episode
  const { replacement, durationSeconds, poster, hasChosenPoster, storyboard, width, height } = episode
  const film = { durationSeconds, poster, hasChosenPoster, storyboard, width, height }
  const words = { title, description, genre, tags }
  const status = episode.videoStatus ?? { state: 'ready', percentComplete: 100 }
  const date = episode.date.toISOString()
  return { id, videoId, ...words, nsfw, date, ...film, views, likes, comments, status, sameAs, replacement }
}

/** Reads one row of an answer or an event; null for what is none. Numbers that are missing count as 0. */
export function readOwnRow(raw: unknown): OwnRow | null {
  const fields = fieldsOf(raw)
  if (typeof fields.id !== 'string' || fields.id === '') return null
  return {
    id: fields.id,
    videoId: textOf(fields.videoId),
    ...readWords(fields),
    nsfw: fields.nsfw === true,
    date: typeof fields.date === 'string' && !Number.isNaN(Date.parse(fields.date)) ? fields.date : null,
    durationSeconds: typeof fields.durationSeconds === 'number' ? fields.durationSeconds : null,
    ...readPoster(fields),
    storyboard: typeof fields.storyboard === 'string' ? fields.storyboard : null,
    width: typeof fields.width === 'number' ? fields.width : null,
    height: typeof fields.height === 'number' ? fields.height : null,
    views: numberOf(fields.views),
    likes: numberOf(fields.likes),
    comments: numberOf(fields.comments),
    status: readStatus(fields.status),
    sameAs: readSameFile(fields.sameAs),
    replacement: readReplacement(fields.replacement),
  }
}

/** The picture alone. */
export function readPoster(raw: unknown): Pick<OwnRow, 'poster' | 'hasChosenPoster'> {
  const { poster, hasChosenPoster } = fieldsOf(raw)
  return { poster: typeof poster === 'string' ? poster : null, hasChosenPoster: hasChosenPoster === true }
}

/** The words alone, as an edit is answered. */
export function readWords(raw: unknown): EpisodeWords {
  const { title, description, genre, tags } = fieldsOf(raw)
  return {
    title: textOf(title),
    description: textOf(description),
    genre: textOf(genre),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  }
}

/** Only what plays is in a total. @see docs/product.md#video-states */
export function isPlayable(row: Pick<OwnRow, 'status'>): boolean {
  return row.status.state === 'ready'
}

export function titleOf(row: Pick<OwnRow, 'title'>): string {
  return row.title.trim() === '' ? 'Untitled Episode' : row.title
}

export function genreOf(row: Pick<OwnRow, 'genre'>): string {
  return row.genre.trim() === '' ? 'Not specified' : row.genre
}

function readReplacement(raw: unknown): Replacement | null {
  const { videoId, name, status } = fieldsOf(raw)
  return typeof videoId === 'string' ? { videoId, name: textOf(name), status: readStatus(status) } : null
}

function readStatus(raw: unknown): VideoStatus {
  const { state, percentComplete, step, waitingBefore, reasonCode, reason } = fieldsOf(raw)
  return {
    state: videoStates.find((known) => known === state) ?? 'queued',
    percentComplete: numberOf(percentComplete),
    ...(typeof step === 'string' ? { step } : {}),
    ...(typeof waitingBefore === 'number' ? { waitingBefore } : {}),
    ...(typeof reasonCode === 'string' ? { reasonCode } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  }
}

function readSameFile(raw: unknown): SameFile | null {
  const { videoId, name, episodeId, title } = fieldsOf(raw)
  if (typeof videoId !== 'string') return null
  const on = typeof episodeId === 'string' ? { episodeId, title: textOf(title) } : {}
  return { videoId, name: textOf(name), ...on }
}

function fieldsOf(raw: unknown): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : ''
}

function numberOf(raw: unknown): number {
  return typeof raw === 'number' && Number.isFinite(raw) ? raw : 0
}
