import { readContentNotes } from '#app/episodes/content-notes.ts'
import { publicValues, readVisibilityValues, type VisibilityValues } from '#app/episodes/visibility-choice.ts'
import { defaultOpenness, type EpisodeMetadata, mapOpenness } from '#catalog/episode-metadata.ts'
import { type EmbedValues, readEmbedValues } from './embed-choice.ts'
import { OTHER_GENRE } from './genre-choices.ts'

/** The values of the edit form as typed. */
export interface EditFormValues extends Omit<EpisodeMetadata, 'tags'>, VisibilityValues, EmbedValues {
  tags: string
  /** Empty for no series. */
  seriesId: string
  /** The number in the series; empty for the end of another series, or the present number in the same one. */
  seriesNumber: string
}

/** The values of a form that could not be read. */
export const emptyEditValues: EditFormValues = {
  title: '',
  description: '',
  genre: '',
  tags: '',
  nsfw: false,
  ...defaultOpenness,
  contentNotes: [],
  seriesId: '',
  seriesNumber: '',
  embedsOpen: true,
  embedSites: '',
  ...publicValues,
}

/** The fields of the quick edit. */
export type QuickValues = Pick<EditFormValues, 'title' | 'description' | 'genre' | 'tags'>

/** Reads the fields of the quick edit. */
export function readQuickValues(fields: { get(name: string): unknown }): QuickValues {
  const text = (name: string) => String(fields.get(name) ?? '')
  return {
    title: text('title'),
    description: text('description'),
    genre: text('genre') === OTHER_GENRE ? text('otherGenre') : text('genre'),
    tags: text('tags'),
  }
}

/**
 * Reads the fields of a submitted form.
 * @param zone the one in which the time of publication was typed
 */
export function readEditValues(
  fields: { get(name: string): unknown; has(name: string): boolean },
  zone: 'local' | 'utc',
): EditFormValues {
  const text = (name: string) => String(fields.get(name) ?? '')
  return {
    ...readQuickValues(fields),
    nsfw: fields.has('nsfw'),
    ...mapOpenness((name) => fields.has(name)),
    contentNotes: readContentNotes(fields),
    ...readEmbedValues(fields),
    seriesId: text('seriesId'),
    seriesNumber: text('seriesNumber'),
    ...readVisibilityValues({ visibility: text('visibility'), publishAt: text('publishAt') }, zone),
  }
}
