import { z } from 'zod'
import { contentNotes } from './content-notes.ts'
import {
  type EpisodeMetadata,
  type episodeMetadata,
  type FieldKind,
  type MetadataName,
  mapMetadata,
  type OptionalName,
} from './episode-metadata.ts'

/** Longest lists that are read at all; their items are checked afterwards. */
const WRITTEN_TAGS_MAX = 1000
const WRITTEN_NOTES_MAX = 100

const shown = {
  text: z.string(),
  texts: z.array(z.string()),
  flag: z.boolean(),
  notes: z.array(z.enum(contentNotes)),
} satisfies Record<FieldKind, z.ZodType>

const written = {
  text: shown.text,
  texts: shown.texts.max(WRITTEN_TAGS_MAX),
  flag: shown.flag,
  notes: shown.notes.max(WRITTEN_NOTES_MAX),
} satisfies Record<FieldKind, z.ZodType>

type Shown = { [Name in MetadataName]: (typeof shown)[(typeof episodeMetadata)[Name]['kind']] }
type Written = {
  [Name in MetadataName]: Name extends OptionalName
    ? z.ZodOptional<(typeof written)[(typeof episodeMetadata)[Name]['kind']]>
    : (typeof written)[(typeof episodeMetadata)[Name]['kind']]
}

/** The schemas of an episode's metadata in responses. */
export const shownMetadata = mapMetadata(({ kind, apiDescription }) => describe(shown[kind], apiDescription)) as Shown

/** The schemas of a new episode's metadata in requests. */
export const writtenMetadata = mapMetadata(({ kind, apiDescription, default: byDefault }) => {
  if (byDefault === undefined) return describe(written[kind], apiDescription)
  const unlessGiven = typeof byDefault === 'boolean' ? String(byDefault) : 'none'
  return describe(written[kind], apiDescription && `${apiDescription}; ${unlessGiven} unless given`).optional()
}) as Written

/** The metadata in the examples of the API. */
export const metadataExample = mapMetadata(({ apiExample }) => apiExample) as EpisodeMetadata

function describe<Schema extends z.ZodType>(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : schema.describe(description)
}
