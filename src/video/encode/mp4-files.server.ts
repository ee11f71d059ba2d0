import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { LastingError } from '#platform/lasting-error.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { readMediaPlaylist } from '../media/hls/media-playlist.ts'
import { fileHeader } from '../media/mp4/file-header.ts'
import { tracksOfInitSegment } from '../media/mp4/fmp4-tracks.ts'
import { emptyTables } from '../media/mp4/sample-table.ts'
import { mp4FilesOf, uidsWithoutMp4Files } from '../mp4-file-rows.server.ts'
import { mediaKey } from '../stored-objects.ts'
import { mp4FilesJob } from '../video-jobs.ts'
import { findVideoRow, playlistOf, type RenditionRow, renditionsOf } from '../video-rows.server.ts'
import type { MadeMp4File } from './mp4-file-transitions.server.ts'
import { queueMissing } from './queue-missing.server.ts'
import { readSamples } from './read-samples.server.ts'
import type { ProcessingParts, VideoJobData } from './run-with-scratch.server.ts'

/** Makes one MP4 file of each rendition in H.264, once the ladder is complete. */
export async function makeMp4Files(
  { db, storage, scratch, transitions }: Pick<ProcessingParts, 'db' | 'storage' | 'scratch' | 'transitions'>,
  { uid }: VideoJobData,
): Promise<void> {
  const row = await findVideoRow(db, uid)
  if (row?.state !== 'ready' || row.percent_complete < 100) return
  const known = new Set((await mp4FilesOf(db, uid)).map((file) => file.rendition_id))
  const renditions = (await renditionsOf(db, uid)).filter(({ id, codecs }) => {
    return codecs.startsWith('avc1.') && !known.has(id)
  })
  await scratch.withEmptyFolder(async (dir) => {
    const made: MadeMp4File[] = []
    for (const rendition of renditions) made.push(await makeFile(storage, rendition, join(dir, `${rendition.id}.mp4`)))
    await transitions.publishMp4Files(uid, made)
  })
}

/** Writes the beginning of the file to a path. */
async function makeFile(storage: ObjectStorage, rendition: RenditionRow, path: string): Promise<MadeMp4File> {
  const keyOf = (name: string) => mediaKey(rendition.video_uid, `${rendition.id}/${name}`)
  const playlist = readMediaPlaylist(await text(await storage.read(keyOf(playlistOf(rendition)))))
  if (!playlist) throw new LastingError(`The playlist of rendition ${rendition.id} is not a finished one of ours.`)
  const init = await readWhole(storage, keyOf(playlist.init))
  const tables = emptyTables(tracksOfInitSegment(init))
  const parts: MadeMp4File['parts'] = []
  let at = 0
  for (const { uri } of playlist.segments) {
    const sizeBytes = await readSamples(storage, keyOf(uri), { init, tables, at })
    parts.push({ name: uri, sizeBytes })
    at += sizeBytes
  }
  const header = fileHeader(init, tables, at)
  await writeFile(path, header)
  return { renditionId: rendition.id, path, sizeBytes: header.length + at, parts }
}

async function readWhole(storage: ObjectStorage, key: string): Promise<DataView> {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.read(key)) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Queues the files that are missing. */
export const queueMissingMp4Files = (parts: Pick<ProcessingParts, 'db' | 'clock' | 'jobs'>) =>
  queueMissing(parts, mp4FilesJob, uidsWithoutMp4Files)
