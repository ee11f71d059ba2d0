import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boxesIn } from '../mp4/fmp4-boxes.ts'
import { tracksOfInitSegment } from '../mp4/fmp4-tracks.ts'
import { readFragments } from '../mp4/read-fragments.server.ts'
import { MEDIA_PLAYLIST, SEGMENT_SECONDS } from './hls-arguments.ts'
import { readMediaPlaylist, withoutLastSegment } from './media-playlist.ts'

/** A last segment with more audio than this stays, even with a single frame. */
const SHORT_SECONDS = SEGMENT_SECONDS / 2

/**
 * Appends a last segment with a single frame to the one before it: it would cost a request, and a keyframe's bit rate,
 * for a moment of video. Leaves anything that is not a rendition to the verification that follows.
 */
export async function mergeLastSegment(dir: string): Promise<void> {
  const text = await readFile(join(dir, MEDIA_PLAYLIST), 'utf8').catch(() => '')
  const playlist = readMediaPlaylist(text)
  const [previous, last] = playlist?.segments.slice(-2) ?? []
  if (!playlist || !previous || !last || !(await isSingleFrame(dir, playlist.init, last.uri))) return
  const bytes = await readFile(join(dir, last.uri))
  const fragments = boxesIn(viewOf(bytes)).find(({ type }) => type === 'styp')?.end ?? 0
  await appendFile(join(dir, previous.uri), bytes.subarray(fragments))
  await rm(join(dir, last.uri))
  await writeFile(join(dir, MEDIA_PLAYLIST), withoutLastSegment(text))
}

async function isSingleFrame(dir: string, init: string, segment: string): Promise<boolean> {
  const tracks = tracksOfInitSegment(viewOf(await readFile(join(dir, init)).catch(() => Buffer.alloc(0))))
  const read = await readFragments(dir, segment, tracks).catch(() => null)
  const totals = read && 'totals' in read ? read.totals : null
  const video = tracks.find(({ kind }) => kind === 'video')
  const isShort = [...(totals?.values() ?? [])].every(({ durationSeconds }) => durationSeconds < SHORT_SECONDS)
  return isShort && video !== undefined && totals?.get(video.id)?.samples === 1
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
