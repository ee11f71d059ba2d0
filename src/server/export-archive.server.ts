import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ExportArchive } from '#app/http/context.ts'
import type { Account } from '#identity/account.ts'
import type { ExportedFile } from '#identity/export-rows.server.ts'
import type { StoredExport } from '#identity/exports.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ByteRange, ObjectStorage } from '#platform/storage.server.ts'
import { type ArchiveEntry, createTar, writeEntry } from '#platform/tar.server.ts'
import type { WrittenSubtitle } from '#subtitles/subtitle-reading.server.ts'
import type { Video } from '#video/video.ts'
import { collectExport, type ExportedRooms, jsonPieces } from './export-document.server.ts'
import {
  AVATAR_NAME,
  DOCUMENT_NAME,
  FILES_MAX,
  seriesPictureName,
  subtitleFileName,
  videoFileName,
} from './import/export-format.ts'

/** Writes the export of everything that belongs to an account. */
export const exportJob: JobKind<{ uid: string }> = {
  name: 'server.export',
  about: ({ uid }) => ({ kind: 'account', id: uid }),
  retryLimit: 3,
  retryDelaySeconds: 5,
  expireInSeconds: 600,
}

/** Bytes of the document that are written together. */
const WRITTEN_BYTES = 64 * 1024

interface ExportParts {
  rooms: ExportedRooms
  storage: ObjectStorage
  /** Local folder for attempts. */
  scratchDir: string
}

/** Registers the writer of exports. The document contains data of every room, so it is assembled here. */
export function handleExports(jobs: Jobs, parts: ExportParts): void {
  jobs.handle(exportJob, 1, async ({ uid }) => {
    const account = await parts.rooms.identity.find(uid)
    if (!account) return
    await mkdir(parts.scratchDir, { recursive: true, mode: 0o700 })
    const dir = await mkdtemp(join(parts.scratchDir, `${process.pid}-`))
    try {
      await writeExport(parts, account, dir)
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  })
}

/**
 * Stores the beginning of the archive: the document, the texts, and the pictures. The uploaded files, which are stored already,
 * follow when the archive is read.
 */
async function writeExport({ rooms, storage }: ExportParts, account: Account, dir: string): Promise<void> {
  const { uid } = account
  const videos = await rooms.video.ownedBy(account)
  const texts = await rooms.subtitles.subtitlesBy(uid)
  const documentFile = join(dir, 'document')
  await writeDocument(documentFile, await collectExport(rooms, account, { videos, texts }))
  const { size } = await stat(documentFile)
  const document = { name: DOCUMENT_NAME, sizeBytes: size, open: async () => createReadStream(documentFile) }
  const begun = join(dir, 'archive')
  let count = 0
  {
    await using file = await open(begun, 'wx', 0o600)
    const now = new Date()
    const others = [textEntries(rooms, texts), pictureEntries(rooms, storage, account)]
    for await (const entry of joined(document, others)) {
      if (count === FILES_MAX) break
      count += 1
      for await (const chunk of writeEntry(entry, now)) await file.writeFile(chunk as Buffer)
    }
  }
  const files = await filesOf(rooms, account, videos)
  await rooms.exports.store(uid, begun, files.slice(0, FILES_MAX - count))
}

async function* joined(first: ArchiveEntry, others: AsyncGenerator<ArchiveEntry>[]): AsyncGenerator<ArchiveEntry> {
  yield first
  for (const each of others) yield* each
}

async function writeDocument(path: string, document: object): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  let text = ''
  for (const piece of jsonPieces(document)) {
    text += piece
    if (text.length < WRITTEN_BYTES) continue
    await file.writeFile(text)
    text = ''
  }
  await file.writeFile(text)
}

/** The texts that the person wrote, one after the other. One that was deleted in between is left out. */
async function* textEntries(
  { subtitles }: Pick<ExportedRooms, 'subtitles'>,
  texts: readonly WrittenSubtitle[],
): AsyncGenerator<ArchiveEntry> {
  for (const text of texts) {
    const written = await subtitles.textWritten(text.id, text.version)
    if (written === null) continue
    const bytes = Buffer.from(written)
    yield { name: subtitleFileName(text), sizeBytes: bytes.length, open: async () => Readable.from([bytes]) }
  }
}

async function* pictureEntries(
  rooms: Pick<ExportedRooms, 'creators' | 'series'>,
  storage: ObjectStorage,
  account: Account,
): AsyncGenerator<ArchiveEntry> {
  const avatar = (await rooms.creators.find(account.uid))?.avatarUrl ?? ''
  const posters = await rooms.series.storedBy(account.uid)
  const pictures = [
    { name: AVATAR_NAME, url: avatar },
    ...posters.map(({ id, posterUrl }) => ({ name: seriesPictureName(id), url: posterUrl })),
  ]
  for (const { name, url } of pictures) {
    const key = url.slice(1)
    const found = key === '' ? null : await storage.stat(key)
    if (found) yield { name, sizeBytes: found.sizeBytes, open: () => storage.read(key) }
  }
}

async function filesOf(
  { video }: Pick<ExportedRooms, 'video'>,
  account: Account,
  videos: readonly Video[],
): Promise<ExportedFile[]> {
  const files: ExportedFile[] = []
  for (const own of videos) {
    const original = await video.originalOf(account, own.uid)
    if (original) files.push({ uid: own.uid, name: videoFileName(own), sizeBytes: original.sizeBytes })
  }
  return files
}

/**
 * Opens the archive: its stored beginning, then the files as they were uploaded, but for those that were removed since.
 *
 * @returns null while it is being written
 * @throws Refusal identity.export_missing
 */
export async function openArchive(
  rooms: ExportedRooms,
  storage: ObjectStorage,
  account: Account,
): Promise<ExportArchive | null> {
  const stored = await rooms.exports.find(account)
  if (!stored) return null
  const begun = await storage.stat(stored.key)
  if (!begun) throw new Refusal('identity.export_missing')
  const present = new Set((await rooms.video.ownedBy(account)).map(({ uid }) => uid))
  const files = stored.files.filter(({ uid }) => present.has(uid))
  const entries = files.map(({ uid, name, sizeBytes }): ArchiveEntry => {
    const read = async (range?: ByteRange) => {
      const original = await rooms.video.originalOf(account, uid)
      if (!original) throw new Error(`The file of the video ${uid} is gone.`)
      return await original.read(range)
    }
    return { name, sizeBytes, open: read }
  })
  const before = { sizeBytes: begun.sizeBytes, open: (range?: ByteRange) => storage.read(stored.key, range) }
  return { ...createTar(entries, stored.readyAt, [before]), tag: tagOf(stored, files) }
}

/** The ETag of an archive, which identifies the same bytes on every node. */
function tagOf({ id }: StoredExport, files: readonly ExportedFile[]): string {
  const hash = createHash('sha256').update(JSON.stringify([id, files.map(({ uid, sizeBytes }) => [uid, sizeBytes])]))
  return `"${hash.digest('base64url').slice(0, 32)}"`
}
