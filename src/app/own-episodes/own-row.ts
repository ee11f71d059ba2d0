import { type Visibility, visibilities } from '#catalog/audience.ts'
import type { SameFile } from '#catalog/episode.ts'
import type { CountGrowth, Growth } from '#engagement/growth.ts'
import type { OwnEpisode } from '#engagement/live-event.ts'
import type { VideoStatus } from '#video/video.ts'
import { videoStates } from '#video/video-state.ts'
import { type StepParameters, videoSteps } from '#video/video-step.ts'

/** The metadata that a creator writes for an episode, and may edit. */
export interface EpisodeMetadata {
  title: string
  description: string
  genre: string
  tags: string[]
  nsfw: boolean
  visibility: Visibility
  /** ISO 8601; null unless scheduled. */
  publishAt: string | null
}

/** An own episode as the dashboard shows it; the API's list and live events use the same field names. */
export interface OwnRow extends EpisodeMetadata {
  id: string
  videoId: string
  /** Why a moderator marked it; otherwise empty. */
  nsfwReason: string
  /** ISO 8601; null when unknown. */
  date: string | null
  durationSeconds: number | null
  poster: string | null
  hasChosenPoster: boolean
  /** URL of the storyboard, whose frames can be chosen as the poster. */
  storyboard: string | null
  width: number | null
  height: number | null
  views: number
  likes: number
  comments: number
  growth: CountGrowth
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

/** The loader's row. @param episode as its owner sees it, including its video's state */
export function ownRowOf(episode: OwnEpisode): OwnRow {
  const { id, videoId, title, description, genre, tags, nsfw, views, likes, comments, sameAs } = episode
  const { replacement, durationSeconds, poster, hasChosenPoster, storyboard, width, height, growth } = episode
  const videoFields = { durationSeconds, poster, hasChosenPoster, storyboard, width, height }
  const { nsfwReason, visibility } = episode
  const publishAt = episode.publishAt?.toISOString() ?? null
  const metadata = { title, description, genre, tags, nsfw, visibility, publishAt }
  const status = episode.videoStatus ?? { state: 'ready', percentComplete: 100 }
  const date = episode.date.toISOString()
  const numbers = { views, likes, comments, growth }
  return { id, videoId, ...metadata, nsfwReason, date, ...videoFields, ...numbers, status, sameAs, replacement }
}

/** Reads one row of a response or an event; null when it is not a row. Missing numbers count as 0. */
export function readOwnRow(raw: unknown): OwnRow | null {
  const fields = fieldsOf(raw)
  if (typeof fields.id !== 'string' || fields.id === '') return null
  return {
    id: fields.id,
    videoId: textOf(fields.videoId),
    ...readMetadata(fields),
    nsfwReason: textOf(fields.nsfwReason),
    date: typeof fields.date === 'string' && !Number.isNaN(Date.parse(fields.date)) ? fields.date : null,
    durationSeconds: typeof fields.durationSeconds === 'number' ? fields.durationSeconds : null,
    ...readPoster(fields),
    storyboard: typeof fields.storyboard === 'string' ? fields.storyboard : null,
    width: typeof fields.width === 'number' ? fields.width : null,
    height: typeof fields.height === 'number' ? fields.height : null,
    views: numberOf(fields.views),
    likes: numberOf(fields.likes),
    comments: numberOf(fields.comments),
    growth: readCountGrowth(fields.growth),
    status: readStatus(fields.status),
    sameAs: readSameFile(fields.sameAs),
    replacement: readReplacement(fields.replacement),
  }
}

/** Reads the poster alone. */
export function readPoster(raw: unknown): Pick<OwnRow, 'poster' | 'hasChosenPoster'> {
  const { poster, hasChosenPoster } = fieldsOf(raw)
  return { poster: typeof poster === 'string' ? poster : null, hasChosenPoster: hasChosenPoster === true }
}

/** Reads the metadata alone, as in the response to an edit. */
export function readMetadata(raw: unknown): EpisodeMetadata {
  const { title, description, genre, tags, nsfw, visibility, publishAt } = fieldsOf(raw)
  return {
    title: textOf(title),
    description: textOf(description),
    genre: textOf(genre),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    nsfw: nsfw === true,
    visibility: visibilities.find((known) => known === visibility) ?? 'public',
    publishAt: typeof publishAt === 'string' ? publishAt : null,
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

function readCountGrowth(raw: unknown): CountGrowth {
  const { views, likes, comments } = fieldsOf(raw)
  return { views: readGrowth(views), likes: readGrowth(likes), comments: readGrowth(comments) }
}

function readGrowth(raw: unknown): Growth {
  const { recent, before } = fieldsOf(raw)
  return { recent: numberOf(recent), before: numberOf(before) }
}

function readReplacement(raw: unknown): Replacement | null {
  const { videoId, name, status } = fieldsOf(raw)
  return typeof videoId === 'string' ? { videoId, name: textOf(name), status: readStatus(status) } : null
}

function readStatus(raw: unknown): VideoStatus {
  const { state, percentComplete, step, stepParameters, reasonCode, reason } = fieldsOf(raw)
  const knownStep = videoSteps.find((known) => known === step)
  return {
    state: videoStates.find((known) => known === state) ?? 'queued',
    percentComplete: numberOf(percentComplete),
    ...(knownStep ? { step: knownStep } : {}),
    ...(knownStep && stepParameters ? { stepParameters: readStepParameters(stepParameters) } : {}),
    ...(typeof reasonCode === 'string' ? { reasonCode } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  }
}

function readStepParameters(raw: unknown): StepParameters {
  const { ahead, lowest, highest } = fieldsOf(raw)
  return {
    ...(typeof ahead === 'number' ? { ahead } : {}),
    ...(typeof lowest === 'string' && typeof highest === 'string' ? { lowest, highest } : {}),
  }
}

function readSameFile(raw: unknown): SameFile | null {
  const { videoId, name, episodeId, title } = fieldsOf(raw)
  if (typeof videoId !== 'string') return null
  const episodeFields = typeof episodeId === 'string' ? { episodeId, title: textOf(title) } : {}
  return { videoId, name: textOf(name), ...episodeFields }
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
