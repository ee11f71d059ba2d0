import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { drawClip } from './clips.ts'
import { withDataDir } from './hoshi-process.ts'
import { publishEpisode, sendChunk, videoOf } from './upload.ts'

const CLIP_SECONDS = 4
const TIMEOUT_MS = 60_000

/** Draws, uploads and publishes a clip of a few seconds; resolves once everybody can play it. */
export async function publishShortClip(creator: Person): Promise<{ episodeId: string; uid: string }> {
  return withDataDir(async (dir) => {
    const path = join(dir, 'clip.mp4')
    await drawClip(path, CLIP_SECONDS)
    return publishFile(creator, path)
  })
}

/** Uploads and publishes a file that fits into memory; resolves once everybody can play it. */
export async function publishFile(creator: Person, path: string): Promise<{ episodeId: string; uid: string }> {
  const bytes = await readFile(path)
  const { uid, uploadURL } = await createUpload(creator, bytes.length)
  await sendChunk(uploadURL, 0, bytes.length, (from, to) => [bytes.subarray(from, to)])
  await waitForVideo(creator, uid, ({ status }) => status.state === 'ready')
  return { episodeId: await publishEpisode(creator, uid), uid }
}

/** @throws Error when the condition does not hold within a minute */
export async function waitForVideo(
  creator: Pick<Person, 'call'>,
  uid: string,
  condition: (video: Awaited<ReturnType<typeof videoOf>>) => boolean,
): Promise<void> {
  const limit = performance.now() + TIMEOUT_MS
  while (!condition(await videoOf(creator, uid))) {
    if (performance.now() > limit) throw new Error('The clip was not ready within a minute.')
    await pause(50)
  }
}
