import { text } from 'node:stream/consumers'
import type { Db, Trx } from '#platform/database.server.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { av1RenditionsOf } from '../av1-rows.server.ts'
import { chunksOf, type PlanRow, plansOf } from '../chunk-rows.server.ts'
import { MEDIA_PLAYLIST } from '../ffmpeg/hls-arguments.ts'
import { readMediaPlaylist } from '../ffmpeg/media-playlist.ts'
import { GROWING_PLAYLIST } from '../processing/chunk-outcomes.server.ts'
import { mediaNamesOf, playlistOf, type RenditionRow, renditionsOf, type VideoRow } from '../video-rows.server.ts'
import { mayBeRetried } from '../video-state.ts'

/** What of a video is not as its rows say. Each part is put right in its own way. */
export interface Broken {
  part: 'original' | 'media' | 'av1' | 'master' | 'picture'
  kind: 'missing' | 'different'
  key: string
  note: string
}

export interface VideoFiles {
  broken: Broken[]
  /** Keys of files and folders of this video that no row names. */
  strays: string[]
  /** Names that were looked at. */
  names: number
}

/** So much shorter or longer may the lines of a playlist be than what was counted before they were corrected. */
const BYTES_A_LINE = 4

/** Compares one video's rows with its files. What is being changed at this moment may look broken: look again, holding the row. */
export async function lookAtVideo(db: Db | Trx, storage: ObjectStorage, row: VideoRow): Promise<VideoFiles> {
  const { uid } = row
  const media = `media/${uid}`
  const broken: Broken[] = []
  if (row.state === 'error' && !mayBeRetried({ state: row.state, reasonCode: row.reason_code ?? undefined })) {
    // Its bytes went when it was refused.
    const there = await Promise.all([storage.stat(`originals/${uid}`), storage.children(media)])
    const strays = [...(there[0] ? [`originals/${uid}`] : []), ...(there[1].length > 0 ? [media] : [])]
    return { broken, strays, names: strays.length }
  }

  const wanted = new Set<string>(mediaNamesOf(row))
  const strays: string[] = []
  const present = await storage.children(media)
  let names = present.length

  if (row.state !== 'error') {
    broken.push(...(await lookAtOriginal(storage, row)))
    for (const name of mediaNamesOf(row)) {
      const part = name === row.master_name ? 'master' : 'picture'
      if (!(await storage.stat(`${media}/${name}`))?.sizeBytes) broken.push(missing(part, `${media}/${name}`))
    }
  }

  const renditions: { part: Broken['part']; id: string; playlist: string; sizeBytes: number; isNamed: boolean }[] = [
    ...(await renditionsOf(db, uid)).map((each: RenditionRow) => ({
      ...{ part: 'media' as const, id: each.id, playlist: playlistOf(each) },
      ...{ sizeBytes: Number(each.size_bytes), isNamed: each.file_names !== null },
    })),
    ...(await av1RenditionsOf(db, uid)).map(({ id, playlist, sizeBytes }) => ({
      ...{ part: 'av1' as const, id, playlist: playlist ?? MEDIA_PLAYLIST, sizeBytes, isNamed: playlist !== undefined },
    })),
  ]
  for (const rendition of renditions) {
    wanted.add(rendition.id)
    const folder = `${media}/${rendition.id}`
    const inside = await storage.children(folder)
    names += inside.length
    if (row.state === 'error') continue
    const look = await lookAtRendition(storage, folder, rendition)
    broken.push(...look.broken)
    if (rendition.isNamed && look.broken.length === 0)
      strays.push(...inside.filter((name) => !look.named.has(name)).map((name) => `${folder}/${name}`))
  }

  for (const plan of await plansOf(db, uid)) {
    for (const { id } of plan.renditions) wanted.add(id)
    if (plan.sound_name !== null) wanted.add(plan.sound_name)
    if (row.state !== 'error') broken.push(...(await lookAtPlan(db, storage, plan)))
  }
  strays.push(...present.filter((name) => !wanted.has(name)).map((name) => `${media}/${name}`))
  return { broken, strays, names: names + 1 }
}

async function lookAtOriginal(storage: ObjectStorage, row: VideoRow): Promise<Broken[]> {
  const key = `originals/${row.uid}`
  const found = await storage.stat(key)
  if (!found) return [missing('original', key)]
  const isGrowing = row.state === 'pendingupload'
  const isRight = isGrowing ? found.sizeBytes <= row.size_bytes : found.sizeBytes === Number(row.size_bytes)
  if (isRight) return []
  return [different('original', key, `${found.sizeBytes} bytes, not ${isGrowing ? 'at most ' : ''}${row.size_bytes}`)]
}

/** @returns also the names in the folder that its playlist and its row stand for */
async function lookAtRendition(
  storage: ObjectStorage,
  folder: string,
  { part, playlist: name, sizeBytes }: { part: Broken['part']; playlist: string; sizeBytes: number },
): Promise<{ broken: Broken[]; named: Set<string> }> {
  const nothing = new Set<string>()
  const list = await readText(storage, `${folder}/${name}`)
  if (list === null) return { broken: [missing(part, `${folder}/${name}`)], named: nothing }
  const playlist = readMediaPlaylist(list)
  if (!playlist) return { broken: [different(part, `${folder}/${name}`, 'no finished playlist')], named: nothing }
  const files = [playlist.init, ...playlist.segments.map(({ uri }) => uri)]
  const sizes = await sizesOf(storage, folder, files)
  const absent = files.filter((_, place) => !sizes[place])
  if (absent.length > 0) return { broken: [missing(part, folder, absent, files.length)], named: nothing }
  const [init = 0, ...segments] = sizes
  const ofSegments = segments.reduce((sum, size) => sum + size, 0)
  // Renditions made of chunks count their segments; others all files, the playlist before its lines were corrected.
  const whole = ofSegments + init + Buffer.byteLength(list)
  const isRight =
    ofSegments === sizeBytes || Math.abs(whole - sizeBytes) <= BYTES_A_LINE * (playlist.segments.length + 1)
  const named = new Set([name, GROWING_PLAYLIST, ...files.map((file) => file.replace(/\/.*/, ''))])
  return { broken: isRight ? [] : [different(part, folder, `${whole} bytes in all, not ${sizeBytes}`)], named }
}

async function lookAtPlan(db: Db | Trx, storage: ObjectStorage, plan: PlanRow): Promise<Broken[]> {
  const part = plan.stage === 'av1' ? 'av1' : 'media'
  const media = `media/${plan.video_uid}`
  const broken: Broken[] = []
  if (plan.sound_name !== null && !(await storage.stat(`${media}/${plan.sound_name}`)))
    broken.push(missing(part, `${media}/${plan.sound_name}`))
  const chunks = await chunksOf(db, plan.video_uid, plan.stage)
  for (const [place, { id }] of plan.renditions.entries()) {
    const segments = chunks.flatMap(({ made }) => made?.[place]?.segments ?? [])
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

/** 0 for what is not there. */
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
