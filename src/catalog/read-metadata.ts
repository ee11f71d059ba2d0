import { inOrder, readDescription, readGenre, readTags, readTitle } from './episode-fields.ts'
import {
  type EpisodeMetadata,
  episodeMetadata,
  type MetadataColumns,
  type MetadataName,
  mapMetadata,
  metadataNames,
  type NewMetadata,
} from './episode-metadata.ts'

// Apart from the table of the fields, since only the server reads fields as a creator wrote them.

/** The readers of fields that are stored in another form than they may be written in. */
const readers: { [Name in MetadataName]?: (written: EpisodeMetadata[Name]) => EpisodeMetadata[Name] } = {
  title: readTitle,
  genre: readGenre,
  description: readDescription,
  tags: readTags,
  contentNotes: inOrder,
}

/** The columns of the fields that are given. @throws Refusal as for each field */
export function readMetadata(written: Partial<EpisodeMetadata>): Partial<MetadataColumns> {
  const columns = metadataNames.flatMap((name) => {
    const read: ((value: never) => unknown) | undefined = readers[name]
    const value = written[name]
    return value === undefined ? [] : [[episodeMetadata[name].column, read ? read(value as never) : value]]
  })
  return Object.fromEntries(columns) as Partial<MetadataColumns>
}

/** The columns of a new episode. @throws Refusal as for each field */
export function readNewMetadata(written: NewMetadata): MetadataColumns {
  const complete = mapMetadata((field, name) => written[name] ?? field.default) as EpisodeMetadata
  return readMetadata(complete) as MetadataColumns
}
