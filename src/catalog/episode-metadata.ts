import type { ContentNote } from './content-notes.ts'

/** The values that a field of each kind has. */
interface Values {
  text: string
  texts: string[]
  flag: boolean
  notes: ContentNote[]
}
export type FieldKind = keyof Values

interface FieldFacts<Value> {
  /** Stored when nothing is given; a field without it is required. */
  default?: Value
  /** Its meaning, in the description of the API. */
  apiDescription?: string
  /** Its value in the examples of the API. */
  apiExample: Value
}

function field<Kind extends FieldKind, const Column extends string, Facts extends FieldFacts<Values[Kind]>>(
  kind: Kind,
  column: Column,
  facts: Facts,
) {
  return { kind, column, ...facts }
}

/**
 * The fields that a creator writes about an episode, changes later, exports and imports, and that everybody sees who sees
 * the episode, in the order in which they are checked. Each has a column of the table `episodes`; `read-metadata.ts` reads
 * those that are more than a flag. A flag with a default is a box in the edit form (`app/edit-episode/openness-switches.tsx`).
 * Who may find an episode, who worked on it and who may embed it are no plain fields: they have rules of their own.
 */
export const episodeMetadata = {
  title: field('text', 'title', { apiExample: 'Paper boats' }),
  genre: field('text', 'genre', { apiExample: 'Drama' }),
  description: field('text', 'description', {
    default: '',
    apiExample: 'A boy folds a boat for each letter he never sent.',
  }),
  tags: field('texts', 'tags', { default: [], apiExample: ['short', 'hand-drawn'] }),
  nsfw: field('flag', 'nsfw', { apiDescription: 'For adults only; never in Explore', apiExample: false }),
  commentsOpen: field('flag', 'comments_open', {
    default: true,
    apiDescription: 'Whether people may comment',
    apiExample: true,
  }),
  framesOpen: field('flag', 'frames_open', {
    default: false,
    apiDescription: 'Whether viewers may save single frames',
    apiExample: false,
  }),
  downloadsOpen: field('flag', 'downloads_open', {
    default: false,
    apiDescription: 'Whether everybody who may watch it may keep it as a file',
    apiExample: false,
  }),
  translationsOpen: field('flag', 'translations_open', {
    default: false,
    apiDescription: 'Whether anyone signed in may offer subtitles',
    apiExample: false,
  }),
  contentNotes: field('notes', 'content_notes', {
    default: [],
    apiDescription: 'Content warnings by its creator',
    apiExample: ['loud'],
  }),
}

/** A field as code sees it that treats all of them alike. */
interface AnyField extends FieldFacts<unknown> {
  kind: FieldKind
  column: string
}

type Table = typeof episodeMetadata
export type MetadataName = keyof Table
type NamesWith<Facts> = { [Name in MetadataName]: Table[Name] extends Facts ? Name : never }[MetadataName]
/** The fields that a new episode may leave out. */
export type OptionalName = NamesWith<{ default: unknown }>
/** The flags that have a default: each permits something to viewers. */
export type OpennessName = NamesWith<{ default: boolean }>

/** The fields with their values. */
export type EpisodeMetadata = { [Name in MetadataName]: Values[Table[Name]['kind']] }
/** The fields of a new episode. */
export type NewMetadata = Omit<EpisodeMetadata, OptionalName> & Partial<Pick<EpisodeMetadata, OptionalName>>
/** The columns with their values. */
export type MetadataColumns = { [Name in MetadataName as Table[Name]['column']]: EpisodeMetadata[Name] }

const fields: Record<MetadataName, AnyField> = episodeMetadata
export const metadataNames = Object.keys(fields) as MetadataName[]
export const opennessNames = metadataNames.filter((name) => typeof fields[name].default === 'boolean') as OpennessName[]

/** A value for each field. */
export function mapMetadata<Result>(
  map: (field: AnyField, name: MetadataName) => Result,
): Record<MetadataName, Result> {
  const entries = metadataNames.map((name) => [name, map(fields[name], name)])
  return Object.fromEntries(entries) as Record<MetadataName, Result>
}

/** A value for each flag that permits something to viewers. */
export function mapOpenness<Result>(map: (name: OpennessName) => Result): Record<OpennessName, Result> {
  return Object.fromEntries(opennessNames.map((name) => [name, map(name)])) as Record<OpennessName, Result>
}

/** The flags of an episode whose creator says nothing else. */
export const defaultOpenness = mapOpenness((name) => fields[name].default === true)

/** These fields of an object, and no others of it. */
export function pickMetadata<From extends Record<MetadataName, unknown>>(from: From): Pick<From, MetadataName> {
  return mapMetadata((_, name) => from[name]) as Pick<From, MetadataName>
}

/** The fields that a row has. */
export function metadataOf(row: MetadataColumns): EpisodeMetadata {
  const columns: Record<string, unknown> = row
  return mapMetadata(({ column }) => columns[column]) as EpisodeMetadata
}
