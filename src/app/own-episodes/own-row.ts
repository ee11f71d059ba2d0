import type { OwnEpisodeJson } from '#app/api/episode-schemas.server.ts'
import { visibilities } from '#catalog/audience.ts'
import { contentNotes } from '#catalog/content-notes.ts'
import { type EpisodeMetadata, type FieldKind, mapMetadata } from '#catalog/episode-metadata.ts'
import type { Growth } from '#engagement/growth.ts'
import { failureReasons } from '#video/failure-reasons.ts'
import type { ReasonParameters, VideoStatus } from '#video/video.ts'
import { type VideoState, videoStates } from '#video/video-state.ts'
import { type StepParameters, videoSteps } from '#video/video-step.ts'
import {
  flag,
  number,
  numberOrNull,
  object,
  objectOrNull,
  oneOf,
  optionalNumber,
  optionalText,
  type Reader,
  text,
  textOrNull,
  texts,
} from './read-json.ts'

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

const date: Reader<string | null> = (raw) => (typeof raw === 'string' && !Number.isNaN(Date.parse(raw)) ? raw : null)
const state: Reader<VideoState> = (raw) => oneOf(videoStates)(raw) ?? 'queued'
const growth = object<Growth>({ recent: number, before: number })
const stepParameters = object<StepParameters>({
  ahead: optionalNumber,
  lowest: optionalText,
  highest: optionalText,
})
const reasonParameters = object<ReasonParameters>({ codec: text })
const status = object<VideoStatus>({
  state,
  percentComplete: number,
  step: oneOf(videoSteps),
  stepParameters: (raw) => (raw ? stepParameters(raw) : undefined),
  reasonCode: oneOf(failureReasons),
  reasonParameters: (raw) => (raw ? reasonParameters(raw) : undefined),
})

const metadataReaders: Record<FieldKind, Reader<unknown>> = {
  text,
  texts,
  flag,
  notes: (raw) => texts(raw).flatMap((note) => oneOf(contentNotes)(note) ?? []),
}

const metadata = {
  ...(mapMetadata(
    ({ kind, default: byDefault }) =>
      (raw: unknown) =>
        metadataReaders[kind](raw ?? byDefault),
  ) as {
    [Name in keyof EpisodeMetadata]: Reader<EpisodeMetadata[Name]>
  }),
  visibility: (raw: unknown) => oneOf(visibilities)(raw) ?? 'public',
  publishAt: textOrNull,
}
const embedSites = (raw: unknown) => (Array.isArray(raw) ? texts(raw) : null)
const place = { seriesId: textOrNull, seriesNumber: numberOrNull }
const poster = { poster: textOrNull, hasChosenPoster: flag }

/** Reads the response to an edit. */
export const readEdited = object<EditedEpisode>({ ...metadata, embedSites, ...place })

/** Reads the poster alone. */
export const readPoster = object<Pick<OwnRow, 'poster' | 'hasChosenPoster'>>(poster)

/**
 * Reads one row of a response or an event; null when it is not a row. Missing numbers count as 0. The compiler compares
 * the fields with the schema of the API, whose library the browser does not load.
 */
export const readOwnRow: Reader<OwnRow | null> = objectOrNull<OwnRow>('id', {
  id: text,
  videoId: text,
  ...metadata,
  embedSites,
  ...place,
  nsfwReason: text,
  date,
  durationSeconds: numberOrNull,
  ...poster,
  held: flag,
  storyboard: textOrNull,
  width: numberOrNull,
  height: numberOrNull,
  views: number,
  likes: number,
  comments: number,
  growth: object<OwnRow['growth']>({ views: growth, likes: growth, comments: growth }),
  status,
  sameAs: objectOrNull<NonNullable<OwnRow['sameAs']>>('videoId', {
    videoId: text,
    name: text,
    episodeId: optionalText,
    title: optionalText,
  }),
  replacement: objectOrNull<Replacement>('videoId', { videoId: text, name: text, status }),
})

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
