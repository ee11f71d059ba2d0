import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boxesIn } from './fmp4-boxes.ts'
import { tracksOfInitSegment } from './fmp4-tracks.ts'
import { MEDIA_PLAYLIST, SEGMENT_SECONDS } from './hls-arguments.ts'
import { readMediaPlaylist, withoutLastSegment } from './media-playlist.ts'
import { readFragments } from './read-fragments.server.ts'

/** What goes on for longer, of sound, is a segment by itself. */
const SHORT_SECONDS = SEGMENT_SECONDS / 2

/**
 * Appends a last segment that has a single picture to the one before it: it would be a request, and a keyframe's bit rate, for
 * the blink of an eye. Leaves what is not a rendition to the check that follows.
 */
export async function mergeLastPicture(dir: string): Promise<void> {
  const text = await readFile(join(dir, MEDIA_PLAYLIST), 'utf8').catch(() => '')
  const playlist = readMediaPlaylist(text)
  const [before, last] = playlist?.segments.slice(-2) ?? []
  if (!playlist || !before || !last || !(await isOnePicture(dir, playlist.init, last.uri))) return
  const bytes = await readFile(join(dir, last.uri))
  const fragments = boxesIn(viewOf(bytes)).find(({ type }) => type === 'styp')?.end ?? 0
  await appendFile(join(dir, before.uri), bytes.subarray(fragments))
  await rm(join(dir, last.uri))
  await writeFile(join(dir, MEDIA_PLAYLIST), withoutLastSegment(text))
}

async function isOnePicture(dir: string, init: string, segment: string): Promise<boolean> {
  const tracks = tracksOfInitSegment(viewOf(await readFile(join(dir, init)).catch(() => Buffer.alloc(0))))
  const sums = await readFragments(dir, segment, tracks).catch(() => null)
  const picture = tracks.find(({ kind }) => kind === 'picture')
  const isShort = [...(sums?.values() ?? [])].every(({ durationSeconds }) => durationSeconds < SHORT_SECONDS)
  return isShort && picture !== undefined && sums?.get(picture.id)?.samples === 1
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
