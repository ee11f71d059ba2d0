import { Refusal } from '#platform/refusal.ts'
import { readText, showsNothing } from '#platform/text.ts'
import type { Visibility } from './audience.ts'
import { type ContentNote, contentNotes } from './content-notes.ts'
import {
  DESCRIPTION_MAX_CHARACTERS,
  type EpisodeChanges,
  GENRE_MAX_CHARACTERS,
  genres,
  TAG_MAX_CHARACTERS,
  TAGS_MAX,
  TITLE_MAX_CHARACTERS,
} from './episode.ts'

const canonicalGenres = new Map<string, string>(genres.map((genre) => [genre.toLowerCase(), genre]))

/** @throws Refusal catalog.title_required, catalog.title_invalid */
export function readTitle(raw: string): string {
  const reading = readText(raw, { maxCharacters: TITLE_MAX_CHARACTERS })
  if (!reading.ok) throw new Refusal('catalog.title_invalid', { field: 'title' })
  if (reading.text === '') throw new Refusal('catalog.title_required', { field: 'title' })
  return reading.text
}

/**
 * Reads free text; a known genre, in any case, is returned in its canonical spelling.
 * @throws Refusal catalog.genre_required, catalog.genre_invalid
 * @see docs/product.md#genres
 */
export function readGenre(raw: string): string {
  const reading = readText(raw, { maxCharacters: GENRE_MAX_CHARACTERS })
  if (!reading.ok) throw new Refusal('catalog.genre_invalid', { field: 'genre' })
  if (reading.text === '') throw new Refusal('catalog.genre_required', { field: 'genre' })
  return canonicalGenres.get(reading.text.toLowerCase()) ?? reading.text
}

/**
 * Reads a genre filter into its canonical spelling; null for 'All', in any case, and for blank text.
 * @throws Refusal catalog.genre_invalid
 */
export function readGenreFilter(raw: string): string | null {
  const genre = showsNothing(raw) ? 'All' : readGenre(raw)
  return genre.toLowerCase() === 'all' ? null : genre
}

/** @throws Refusal catalog.description_invalid */
export function readDescription(raw: string): string {
  const reading = readText(raw, { maxCharacters: DESCRIPTION_MAX_CHARACTERS, multiline: true })
  if (!reading.ok) throw new Refusal('catalog.description_invalid', { field: 'description' })
  return reading.text
}

/**
 * Reads tags: trimmed, without empty ones, and unique regardless of case, as first written.
 * @throws Refusal catalog.tags_invalid
 */
export function readTags(raw: readonly string[]): string[] {
  const tags = new Map<string, string>()
  for (const given of raw) {
    const reading = readText(given, { maxCharacters: TAG_MAX_CHARACTERS })
    if (!reading.ok) throw new Refusal('catalog.tags_invalid', { field: 'tags' })
    const key = reading.text.toLowerCase()
    if (key !== '' && !tags.has(key)) tags.set(key, reading.text)
    if (tags.size > TAGS_MAX) throw new Refusal('catalog.tags_invalid', { field: 'tags' })
  }
  return [...tags.values()]
}

/** Content notes as they are stored and shown: each once, in the order of the list. */
export function inOrder(notes: readonly ContentNote[]): ContentNote[] {
  return contentNotes.filter((note) => notes.includes(note))
}

/** Who may find an episode; `publishAt` is non-null only for a scheduled one. */
export interface VisibilityChoice {
  visibility: Visibility
  publishAt: Date | null
}

/**
 * Reads a choice of visibility. A time alone reschedules an episode that is scheduled already.
 * @returns null when nothing was chosen
 * @throws Refusal catalog.publish_at_required, catalog.publish_at_invalid (not in the future, or not scheduled)
 */
export function readVisibility(
  { visibility, publishAt }: Pick<EpisodeChanges, 'visibility' | 'publishAt'>,
  current: VisibilityChoice,
  now: Date,
): VisibilityChoice | null {
  if (visibility === undefined && publishAt === undefined) return null
  const chosen = visibility ?? current.visibility
  if (chosen !== 'scheduled') {
    if (publishAt) throw new Refusal('catalog.publish_at_invalid', { field: 'publishAt' })
    return { visibility: chosen, publishAt: null }
  }
  const time = publishAt === undefined ? current.publishAt : publishAt
  if (!time) throw new Refusal('catalog.publish_at_required', { field: 'publishAt' })
  if (!(time > now)) throw new Refusal('catalog.publish_at_invalid', { field: 'publishAt' })
  return { visibility: chosen, publishAt: time }
}

/** Canonical genres in the product's order, then free-text ones by name. */
export function inGenreOrder(given: readonly string[]): string[] {
  const rank = (genre: string) => {
    const index = (genres as readonly string[]).indexOf(genre)
    return index === -1 ? genres.length : index
  }
  return [...given].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'))
}
