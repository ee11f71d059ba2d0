import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '#tests/support/person.ts'
import { askForAddress } from '#tests/support/tus.ts'
import { drawClip } from './clips.ts'
import { withDataDir } from './hoshi-process.ts'
import { publishEpisode, sendPiece, videoOf } from './upload.ts'

const CLIP_SECONDS = 4
const PATIENCE_MS = 60_000

/** Draws, uploads and publishes a clip of a few seconds; answers once a stranger can play it. */
export async function publishShortClip(creator: Person): Promise<{ episodeId: string; uid: string }> {
  return withDataDir(async (dir) => {
    const path = join(dir, 'clip.mp4')
    await drawClip(path, CLIP_SECONDS)
    return publishFile(creator, path)
  })
}

/** Uploads and publishes a file that fits into memory; answers once a stranger can play it. */
export async function publishFile(creator: Person, path: string): Promise<{ episodeId: string; uid: string }> {
  const bytes = await readFile(path)
  const { uid, uploadURL } = await askForAddress(creator, bytes.length)
  await sendPiece(uploadURL, 0, bytes.length, (from, to) => [bytes.subarray(from, to)])
  await untilVideo(creator, uid, ({ status }) => status.state === 'ready')
  return { episodeId: await publishEpisode(creator, uid), uid }
}

/** @throws Error after a minute of something else */
export async function untilVideo(
  creator: Pick<Person, 'call'>,
  uid: string,
  isSo: (video: Awaited<ReturnType<typeof videoOf>>) => boolean,
): Promise<void> {
  const limit = performance.now() + PATIENCE_MS
  while (!isSo(await videoOf(creator, uid))) {
    if (performance.now() > limit) throw new Error('The clip was not ready within a minute.')
    await pause(50)
  }
}
