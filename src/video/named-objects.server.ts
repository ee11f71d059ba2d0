import type { Db, Trx } from '#platform/database.server.ts'
import { av1RenditionsOf } from './av1-rows.server.ts'
import { plannedNamesOf } from './chunk-rows.server.ts'
import { MEDIA_PLAYLIST } from './media/hls/hls-arguments.ts'
import { mp4FilesOf } from './mp4-file-rows.server.ts'
import { retiredIdsOf } from './retired-rows.server.ts'
import { type NamingTable, namesInRow, namingTables } from './stored-objects.ts'
import { filesOfTrack, textTracksOf } from './text-track-rows.server.ts'
import { playlistOf, renditionsOf, type VideoRow } from './video-rows.server.ts'

/** A published rendition; its objects are in the folder of its id. */
export interface PublishedRendition {
  id: string
  set: 'main' | 'av1'
  playlist: string
  /** Whether its row names the playlist; its folder may then hold objects of attempts that were not used. */
  isPlaylistNamed: boolean
  sizeBytes: number
}

/** The published renditions of a video, those of its AV1 set included. */
export async function publishedRenditionsOf(db: Db | Trx, uid: string): Promise<PublishedRendition[]> {
  const main = (await renditionsOf(db, uid)).map((row) => ({
    id: row.id,
    set: 'main' as const,
    sizeBytes: Number(row.size_bytes),
    playlist: playlistOf(row),
    isPlaylistNamed: row.file_names !== null,
  }))
  const av1 = (await av1RenditionsOf(db, uid)).map(({ id, playlist, sizeBytes }) => ({
    id,
    set: 'av1' as const,
    sizeBytes,
    playlist: playlist ?? MEDIA_PLAYLIST,
    isPlaylistNamed: playlist !== undefined,
  }))
  return [...main, ...av1]
}

/** Names directly below media/{uid}/, by table. */
const readers: Record<NamingTable, (db: Db | Trx, row: VideoRow) => Promise<string[]>> = {
  videos: async (_db, row) => namesInRow(row).map(({ name }) => name),
  renditions: async (db, { uid }) => (await renditionsOf(db, uid)).map(({ id }) => id),
  retired_renditions: (db, { uid }) => retiredIdsOf(db, uid),
  chunk_plans: (db, { uid }) => plannedNamesOf(db, uid),
  av1_sets: async (db, { uid }) => (await av1RenditionsOf(db, uid)).map(({ id }) => id),
  text_tracks: async (db, { uid }) =>
    (await textTracksOf(db, uid)).flatMap(({ id }) => Object.values(filesOfTrack(id))),
  mp4_files: async (db, { uid }) => (await mp4FilesOf(db, uid)).map(({ name }) => name),
}

/** Names of the files and folders directly below media/{uid}/ that any row names. */
export async function namedObjectsOf(db: Db | Trx, row: VideoRow): Promise<Set<string>> {
  const names = new Set<string>()
  for (const table of namingTables) for (const name of await readers[table](db, row)) names.add(name)
  return names
}
