import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { createTar } from '#platform/tar.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import type { Person } from './person.ts'

/** The state of an import, as the API returns it. */
export interface ImportState {
  state: 'running' | 'finished' | 'failed'
  problem: string | null
  reason: string | null
  taken: Record<string, number>
  alreadyHere: number
  leftOut: { kind: string; name: string; code: string; reason: string }[]
}

/** An archive as an export writes it. */
export async function archiveOf(
  document: unknown,
  files: Record<string, Uint8Array> = {},
  documentName = 'hoshi-export.json',
): Promise<Buffer> {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const contents: [string, Uint8Array][] = [[documentName, Buffer.from(text)], ...Object.entries(files)]
  const entries = contents.map(([name, bytes]) => ({
    name,
    sizeBytes: bytes.length,
    open: async () => Readable.from([Buffer.from(bytes)]),
  }))
  return await buffer(createTar(entries, new Date(0)).read())
}

interface PackedEntry {
  name: string
  type?: 'file' | 'directory' | 'link' | 'symlink' | 'character-device' | 'block-device' | 'fifo'
  linkname?: string
  text?: string
}

/** An archive as any program may write it, beginning with a document that could be taken. */
export async function packed(...entries: PackedEntry[]): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name: 'hoshi-export.json' }, JSON.stringify({ profile: { username: 'Never taken' } }))
  for (const { name, type = 'file', linkname, text = '' } of entries) {
    if (type === 'file') archive.entry({ name, type }, text)
    else archive.entry({ name, type, linkname: linkname ?? '/etc/passwd' })
  }
  archive.finalize()
  return await buffer(archive)
}

/** An episode of an archive, with its video. */
export function exportedEpisode(key: string, fields: object = {}) {
  const episode = {
    id: `episode-${key}`,
    videoId: `video-${key}`,
    title: `Episode ${key}`,
    genre: 'Drama',
    nsfw: false,
  }
  return {
    episode: { ...episode, ...fields },
    video: { uid: episode.videoId, name: `${key}.mp4`, file: `files/${episode.videoId}.mp4` },
  }
}

/** Sends an archive and waits until its import has ended. */
export async function bringHere(person: Person, archive: Uint8Array<ArrayBuffer> | Buffer): Promise<ImportState> {
  const response = await sendArchive(person, archive)
  if (response.status !== 202) throw new Error(`The import answered ${response.status}: ${await response.text()}`)
  return await importEnded(person)
}

/** Asks for an export and waits until it can be downloaded. */
export async function exportOf(person: Pick<Person, 'call'>): Promise<Buffer> {
  await person.call('POST', '/api/v1/me/export')
  return await eventually('the export is ready', async () => {
    const response = await person.call('GET', '/api/v1/me/export')
    return response.status === 200 && Buffer.from(await response.arrayBuffer())
  })
}

export function sendArchive(person: Person, archive: Uint8Array, type = 'application/x-tar'): Promise<Response> {
  return person.call('POST', '/api/v1/me/import', archive, { 'Content-Type': type })
}

export async function importEnded(person: Person): Promise<ImportState> {
  return await eventually('the import has ended', async () => {
    const found = (await (await person.call('GET', '/api/v1/me/import')).json()) as ImportState
    return found.state === 'running' ? null : found
  })
}
