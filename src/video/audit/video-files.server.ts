import { text } from 'node:stream/consumers'
import type { Db, Trx } from '#platform/database.server.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { chunksOf, type PlanRow, plansOf } from '../chunk-rows.server.ts'
import type { UploadFiles } from '../ingest/upload-files.ts'
import { readMediaPlaylist } from '../media/hls/media-playlist.ts'
import { mp4FilesOf } from '../mp4-file-rows.server.ts'
import { namedObjectsOf, type PublishedRendition, publishedRenditionsOf } from '../named-objects.server.ts'
import { mediaFolder, namesInRendition, namesInRow, originalKey, storedObjects } from '../stored-objects.ts'
import { filesOfTrack, textTracksOf } from '../text-track-rows.server.ts'
import type { VideoRow } from '../video-rows.server.ts'
import { mayBeRetried } from '../video-state.ts'

/** A part of a video that contradicts its rows. Each kind of part has its own repair. */
export interface Broken {
  part: 'original' | 'media' | 'av1' | 'master' | 'picture' | 'texts' | 'mp4'
  kind: 'missing' | 'different'
  key: string
  note: string
}

export interface VideoFiles {
  broken: Broken[]
  /** Keys of files and folders of this video that no row names. */
  strays: string[]
  /** Number of names that were checked. */
  names: number
}

/** The stores of the bytes of videos. */
interface Stores {
  storage: ObjectStorage
  uploadFiles: Pick<UploadFiles, 'receivedBytes'>
}

/** Largest change of a playlist's line, in bytes, by the correction that follows the counting. */
const BYTES_PER_LINE = 4

/** Compares one video's rows with its files. A video that is being changed may look broken: repeat with its row locked. */
export async function checkVideo(db: Db | Trx, { storage, uploadFiles }: Stores, row: VideoRow): Promise<VideoFiles> {
  const { uid } = row
  const media = mediaFolder(uid)
  const broken: Broken[] = []
  if (row.state === 'error' && !mayBeRetried({ state: row.state, reasonCode: row.reason_code ?? undefined })) {
    // Its bytes were erased when it was refused.
    const found = await Promise.all([storage.stat(originalKey(uid)), storage.children(media)])
    const strays = [...(found[0] ? [originalKey(uid)] : []), ...(found[1].length > 0 ? [media] : [])]
    return { broken, strays, names: strays.length }
  }

  const wanted = await namedObjectsOf(db, row)
  const strays: string[] = []
  const present = await storage.children(media)
  let names = present.length

  if (row.state !== 'error') {
    broken.push(...(await checkOriginal({ storage, uploadFiles }, row)))
    for (const { kind, name } of namesInRow(row)) {
      const { part = 'picture' } = storedObjects[kind]
      if (!(await storage.stat(`${media}/${name}`))?.sizeBytes) broken.push(missing(part, `${media}/${name}`))
    }
    for (const { id } of await textTracksOf(db, uid))
      for (const name of Object.values(filesOfTrack(id)))
        if (!(await storage.stat(`${media}/${name}`))?.sizeBytes) broken.push(missing('texts', `${media}/${name}`))
    for (const { name } of await mp4FilesOf(db, uid))
      if (!(await storage.stat(`${media}/${name}`))?.sizeBytes) broken.push(missing('mp4', `${media}/${name}`))
  }

  for (const rendition of await publishedRenditionsOf(db, uid)) {
    const folder = `${media}/${rendition.id}`
    const inside = await storage.children(folder)
    names += inside.length
    if (row.state === 'error') continue
    const result = await checkRendition(storage, folder, rendition)
    broken.push(...result.broken)
    if (rendition.isPlaylistNamed && result.broken.length === 0)
      strays.push(...inside.filter((name) => !result.named.has(name)).map((name) => `${folder}/${name}`))
  }

  if (row.state !== 'error')
    for (const plan of await plansOf(db, uid)) broken.push(...(await checkPlan(db, storage, plan)))
  strays.push(...present.filter((name) => !wanted.has(name)).map((name) => `${media}/${name}`))
  return { broken, strays, names: names + 1 }
}

async function checkOriginal({ storage, uploadFiles }: Stores, row: VideoRow): Promise<Broken[]> {
  const key = originalKey(row.uid)
  const isGrowing = row.state === 'pendingupload'
  const found = isGrowing ? await uploadFiles.receivedBytes(row.uid) : ((await storage.stat(key))?.sizeBytes ?? null)
  if (found === null) return [missing('original', key)]
  const isRight = isGrowing ? found <= row.size_bytes : found === Number(row.size_bytes)
  if (isRight) return []
  return [different('original', key, `${found} bytes, not ${isGrowing ? 'at most ' : ''}${row.size_bytes}`)]
}

/** @returns also the names in the folder that its playlist and its row account for */
async function checkRendition(
  storage: ObjectStorage,
  folder: string,
  { set, playlist: name, sizeBytes }: PublishedRendition,
): Promise<{ broken: Broken[]; named: Set<string> }> {
  const part = set === 'av1' ? 'av1' : 'media'
  const nothing = new Set<string>()
  const list = await readText(storage, `${folder}/${name}`)
  if (list === null) return { broken: [missing(part, `${folder}/${name}`)], named: nothing }
  const playlist = readMediaPlaylist(list)
  if (!playlist) return { broken: [different(part, `${folder}/${name}`, 'no finished playlist')], named: nothing }
  const files = [playlist.init, ...playlist.segments.map(({ uri }) => uri)]
  const sizes = await sizesOf(storage, folder, files)
  const absent = files.filter((_, index) => !sizes[index])
  if (absent.length > 0) return { broken: [missing(part, folder, absent, files.length)], named: nothing }
  const [init = 0, ...segments] = sizes
  const segmentBytes = segments.reduce((sum, size) => sum + size, 0)
  // The size of renditions made of chunks counts their segments; that of others all files, with the uncorrected playlist.
  const totalBytes = segmentBytes + init + Buffer.byteLength(list)
  const isRight =
    segmentBytes === sizeBytes || Math.abs(totalBytes - sizeBytes) <= BYTES_PER_LINE * (playlist.segments.length + 1)
  return {
    broken: isRight ? [] : [different(part, folder, `${totalBytes} bytes in all, not ${sizeBytes}`)],
    named: namesInRendition(name, playlist),
  }
}

async function checkPlan(db: Db | Trx, storage: ObjectStorage, plan: PlanRow): Promise<Broken[]> {
  const part = plan.stage === 'av1' ? 'av1' : 'media'
  const media = mediaFolder(plan.video_uid)
  const broken: Broken[] = []
  if (plan.sound_name !== null && !(await storage.stat(`${media}/${plan.sound_name}`)))
    broken.push(missing(part, `${media}/${plan.sound_name}`))
  const chunks = await chunksOf(db, plan.video_uid, plan.stage)
  for (const [index, { id }] of plan.renditions.entries()) {
    const segments = chunks.flatMap(({ made }) => made?.[index]?.segments ?? [])
    const sizes = await sizesOf(
      storage,
      `${media}/${id}`,
      segments.map(({ name }) => name),
    )
    const wrong = segments.filter(({ sizeBytes }, at) => sizes[at] !== sizeBytes).map(({ name }) => name)
    if (wrong.length > 0) broken.push(missing(part, `${media}/${id}`, wrong, segments.length))
  }
  return broken
}

/** Sizes in bytes; 0 for missing files. */
async function sizesOf(storage: ObjectStorage, folder: string, names: string[]): Promise<number[]> {
  return await Promise.all(names.map(async (name) => (await storage.stat(`${folder}/${name}`))?.sizeBytes ?? 0))
}

async function readText(storage: ObjectStorage, key: string): Promise<string | null> {
  try {
    return await text(await storage.read(key))
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

function missing(part: Broken['part'], key: string, names: string[] = [], all = 0): Broken {
  const note = names.length === 0 ? 'not there' : `${names.length} of ${all} files missing or cut, first ${names[0]}`
  return { part, kind: 'missing', key, note }
}

function different(part: Broken['part'], key: string, note: string): Broken {
  return { part, kind: 'different', key, note }
}
