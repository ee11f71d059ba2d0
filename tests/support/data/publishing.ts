import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { vi } from 'vitest'
import type { Person } from '#tests/support/http/person.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { queryDatabase } from './query-database.server.ts'

export interface EpisodeFields {
  title?: string
  genre?: string
  nsfw?: boolean
  description?: string
  tags?: string[]
  translationsOpen?: boolean
}

/** Uploads a file over the public API, waits until it plays, and publishes it. */
export async function publishClip(creator: Person, path: string, fields: EpisodeFields = {}): Promise<string> {
  const uid = await uploadClip(creator, path)
  await waitUntilReady(creator, uid)
  return publish(creator, uid, fields)
}

/** Uploads a file over the public API. @returns the video's uid */
export async function uploadClip(creator: Person, path: string): Promise<string> {
  const bytes = await readFile(path)
  const { uid, uploadURL } = await requestUpload(creator, basename(path), bytes.length)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), basename(path))
  const response = await creator.call('POST', uploadURL, form)
  if (!response.ok) throw new Error(`The upload answered ${response.status}: ${await response.text()}`)
  return uid
}

/** Waits until the video plays. @throws Error with its state and reason when it does not */
async function waitUntilReady(creator: Person, uid: string): Promise<void> {
  const check = async () => {
    const response = await creator.call('GET', `/api/v1/videos/${uid}`)
    const { status } = (await response.json()) as { status: { state: string; reason?: string } }
    if (status.state !== 'ready') throw new Error(`The video is ${status.state}. ${status.reason ?? ''}`)
  }
  await vi.waitFor(check, { timeout: MAX_WAIT_MS, interval: 100 })
}

/**
 * Publishes an episode whose video has the given state but no bytes, for tests of lists.
 * @returns the episode's id
 */
export async function seedEpisode(
  connectionString: string,
  creator: Person,
  fields: EpisodeFields = {},
  state: 'ready' | 'inprogress' | 'error' = 'ready',
): Promise<string> {
  const { uid } = await requestUpload(creator, 'staged.mp4', 1000)
  // An episode cannot be saved on a failed video: it fails afterwards.
  const before = state === 'error' ? 'queued' : state
  const master = state === 'ready' ? 'master.m3u8' : null
  await queryDatabase(connectionString, 'update videos set state = $2, master_name = $3 where uid = $1', [
    uid,
    before,
    master,
  ])
  const id = await publish(creator, uid, fields)
  if (state === 'error') {
    await queryDatabase(
      connectionString,
      `update videos set state = 'error', reason_code = 'truncated' where uid = $1`,
      [uid],
    )
  }
  return id
}

/** Makes episodes trending, with enough plays to stay so at the next recount, every five minutes. */
export async function makeTrending(connectionString: string, titles: string[]): Promise<void> {
  const counted = `
    insert into episode_stats (episode_id) select id from episodes where title = any ($1) on conflict do nothing`
  const plays = `
    insert into plays (id, episode_id, kind, visitor_hash, visit_id, played_at)
    select id || '-' || n, id, 'watch', decode(md5(id || n), 'hex'), id || '-' || n, now()
    from episodes, generate_series(1, 20) as n where title = any ($1)`
  await queryDatabase(connectionString, counted, [titles])
  await queryDatabase(connectionString, plays, [titles])
  await queryDatabase(connectionString, 'update episodes set trending = true where title = any ($1)', [titles])
}

export async function requestUpload(creator: Person, name: string, sizeBytes: number) {
  const response = await creator.call('POST', '/api/v1/videos', { name, sizeBytes })
  if (response.status !== 201)
    throw new Error(`Requesting an upload answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { uid: string; uploadURL: string }
}

export async function publish(creator: Person, videoId: string, fields: EpisodeFields): Promise<string> {
  const body = { title: 'Stars', genre: 'Drama', nsfw: false, ...fields, videoId }
  const saved = await creator.call('POST', '/api/v1/episodes', body)
  if (saved.status !== 201) throw new Error(`Publishing answered ${saved.status}: ${await saved.text()}`)
  const { id } = (await saved.json()) as { id: string }
  return id
}
