import type { Db, Trx } from '#platform/database.server.ts'
import { fileNameOf } from './stored-objects.ts'
import type { TextTrack } from './text-track.ts'
import { videoTables } from './video-rows.server.ts'

/** A track whose two files are stored under its id. */
export interface StoredTextTrack extends Omit<TextTrack, 'vtt'> {
  id: string
}

interface TextTracksTable {
  id: string
  video_uid: string
  position: number
  source: string
  language: string
  name: string
  kind: TextTrack['kind']
}

function trackTables(db: Db | Trx) {
  return videoTables(db).withTables<{ text_tracks: TextTracksTable }>()
}

/** The tracks of a video, in the order of its master playlist. */
export async function textTracksOf(db: Db | Trx, uid: string): Promise<StoredTextTrack[]> {
  return trackTables(db)
    .selectFrom('text_tracks')
    .select(['id', 'source', 'language', 'name', 'kind'])
    .where('video_uid', '=', uid)
    .orderBy('position')
    .execute()
}

/** Replaces the tracks of a video, whose row is locked. */
export async function replaceTextTracks(trx: Trx, uid: string, tracks: StoredTextTrack[]): Promise<void> {
  await trackTables(trx).deleteFrom('text_tracks').where('video_uid', '=', uid).execute()
  if (tracks.length === 0) return
  const rows = tracks.map(({ id, source, language, name, kind }, position) => {
    return { id, video_uid: uid, position, source, language, name, kind }
  })
  await trackTables(trx).insertInto('text_tracks').values(rows).execute()
}

/** File names of the text of a track and of its playlist, in the folder of the video's media. */
export function filesOfTrack(id: string): { text: string; playlist: string } {
  return { text: fileNameOf('captions', id), playlist: fileNameOf('captionPlaylist', id) }
}
