import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '#tests/support/http/person.ts'
import { openRaw, type RawResponse } from '#tests/support/http/raw-http.ts'
import { createUpload, patchHeaders } from '#tests/support/http/tus.ts'

export const CHUNK_BYTES = 16 * 1024 * 1024

/** Yields the bytes from one offset up to another, in pieces of any size. */
export type ReadRange = (from: number, to: number) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Sends one tus piece. Resolves when it is acknowledged. */
export async function sendChunk(uploadUrl: string, from: number, to: number, read: ReadRange): Promise<void> {
  const response = await sendBody(uploadUrl, 'PATCH', patchHeaders(from, to - from), read(from, to))
  if (response.status !== 204) throw new Error(`PATCH answered ${response.status}: ${response.text}`)
}

/** Sends a file as the plain form with its one field. Resolves when it is acknowledged. */
export async function sendForm(uploadUrl: string, sizeBytes: number, read: ReadRange): Promise<void> {
  const boundary = 'hoshi-bench-7d1c0a55'
  const before = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="clip.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
  )
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  const headers = {
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    'Content-Length': String(before.length + sizeBytes + after.length),
  }
  async function* body() {
    yield before
    yield* read(0, sizeBytes)
    yield after
  }
  const response = await sendBody(uploadUrl, 'POST', headers, body())
  if (response.status !== 200) throw new Error(`POST answered ${response.status}: ${response.text}`)
}

/** Writes no faster than the server reads, and stops when a response comes early. */
async function sendBody(
  url: string,
  method: string,
  headers: Record<string, string>,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<RawResponse> {
  const { request, response } = openRaw(url, { method, headers })
  let isOver = false
  const markOver = () => {
    isOver = true
  }
  const over = response.then(markOver, markOver)
  for await (const piece of pieces) {
    if (isOver) break
    if (!request.write(piece)) await Promise.race([once(request, 'drain').catch(() => {}), over])
  }
  request.end()
  return response
}

/**
 * Uploads a file by tus and saves the episode during the upload, as the page does.
 * @param bytesPerSecond speed of the connection; unlimited by default
 */
export async function uploadFile(
  creator: Person,
  path: string,
  bytesPerSecond = Number.POSITIVE_INFINITY,
): Promise<{ uid: string; episode: string }> {
  const { size } = await stat(path)
  const startedAt = performance.now()
  const read: ReadRange = (from, to) => throttled(createReadStream(path, { start: from, end: to - 1 }), from)
  async function* throttled(pieces: AsyncIterable<Uint8Array>, from: number) {
    let sent = from
    for await (const piece of pieces) {
      const aheadMs = startedAt + (sent / bytesPerSecond) * 1000 - performance.now()
      if (aheadMs > 0) await pause(aheadMs)
      sent += piece.length
      yield piece
    }
  }
  const { uid, uploadURL } = await createUpload(creator, size)
  const episode = await publishEpisode(creator, uid)
  for (let from = 0; from < size; from += CHUNK_BYTES) {
    await sendChunk(uploadURL, from, Math.min(from + CHUNK_BYTES, size), read)
  }
  return { uid, episode }
}

/** The video as its owner sees it. */
export interface OwnVideo {
  status: { state: string; percentComplete: number; reason?: string }
  playback: { hls: string | null; poster: string | null }
}

export async function videoOf(creator: Pick<Person, 'call'>, uid: string): Promise<OwnVideo> {
  const response = await creator.call('GET', `/api/v1/videos/${uid}`)
  if (response.status !== 200) throw new Error(`The video answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as OwnVideo
}

/** Saves an episode on a video. @returns its id */
export async function publishEpisode(creator: Pick<Person, 'call'>, videoId: string): Promise<string> {
  const fields = { title: 'Stars over the harbour', genre: 'Drama', nsfw: false, videoId }
  const saved = await creator.call('POST', '/api/v1/episodes', fields)
  if (saved.status !== 201) throw new Error(`Publishing answered ${saved.status}: ${await saved.text()}`)
  const { id } = (await saved.json()) as { id: string }
  return id
}
