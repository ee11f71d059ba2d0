import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import { readS3Error } from '#platform/s3-faults.server.ts'
import { locationOf, type S3Settings } from '#platform/s3-settings.ts'
import { createS3Storage, type S3Storage } from '#platform/s3-storage.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'
import { writeAt } from '#video/ingest/write-at.server.ts'
import type { BackupTarget } from './backup-target.ts'

const DAY_MS = 24 * 3600_000

/** A bucket, or the objects below a prefix in it. Objects that it has confirmed are stored safely. */
export function createBucketTarget(settings: S3Settings): BackupTarget {
  const storage = createS3Storage(settings)
  const place = locationOf(settings)

  return {
    place,
    put: (name, source) =>
      withSpool(async (spool) => await send(storage, name, source, spool)).catch((error) => fail(place, error)),
    read: (name) =>
      storage.read(name).catch((error) => {
        if (error instanceof ObjectMissing)
          throw new Error(`The backup in ${place} has lost ${name}.`, { cause: error })
        return fail(place, error)
      }),
    has: (name) =>
      storage.stat(name).then(
        (found) => found !== null,
        (error) => fail(place, error),
      ),
    async *names(folder) {
      try {
        yield* storage.keysBelow(folder)
      } catch (error) {
        fail(place, error)
      }
    },
    remove: (name) => storage.remove(name).catch((error) => fail(place, error)),
    // Others may be writing to the same bucket: only old leftovers are surely those of an interrupted write.
    flush: () => storage.cleanUp(DAY_MS).catch((error) => fail(place, error)),
    close: () => storage.close(),
  }
}

/** Provides an empty file for the bytes of one part, which the SDK needs the size of before it sends them. */
async function withSpool(work: (spool: FileHandle) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'hoshi-backup-'))
  try {
    await using spool = await open(join(dir, 'part'), 'wx+', 0o600)
    await work(spool)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Sends bytes, of which only the end tells how many they are, as one object: in parts where one does not suffice. */
async function send(
  { parts, putText }: Pick<S3Storage, 'parts' | 'putText'>,
  key: string,
  source: AsyncIterable<Uint8Array>,
  spool: FileHandle,
): Promise<void> {
  const { partBytes } = parts
  const writeId = newId()
  const sent: { number: number; tag: string }[] = []
  let uploadId: string | null = null
  let [inSpool, totalBytes] = [0, 0]

  const range = () => ({ start: 0, end: inSpool - 1 })
  async function sendPart(): Promise<void> {
    uploadId ??= await parts.begin(key, writeId)
    const number = sent.length + 1
    sent.push({ number, ...(await parts.put({ key, uploadId, writeId }, number, spool, range())) })
    inSpool = 0
  }

  try {
    for await (const chunk of source) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      for (let at = 0; at < bytes.length; ) {
        // A full part is kept until there is more, because it may be all.
        if (inSpool === partBytes) await sendPart()
        const piece = bytes.subarray(at, at + partBytes - inSpool)
        await writeAt(spool, piece, inSpool)
        at += piece.length
        inSpool += piece.length
        totalBytes += piece.length
      }
    }
    if (totalBytes === 0) return await putText(key, '')
    if (uploadId === null) return void (await parts.putAlone(key, spool, range()))
    await sendPart()
    await parts.complete({ key, uploadId, writeId }, sent, totalBytes)
  } catch (error) {
    if (uploadId !== null) await parts.abort({ key, uploadId }).catch(() => {})
    throw error
  }
}

/** @throws Error the same, in an operator's words where the store is at fault */
function fail(place: string, error: unknown): never {
  const fault = storageFaultOf(error)
  if (fault === 'full') throw new Error(`There is no space left in ${place}.`, { cause: error })
  if (fault === 'unreachable')
    throw new Error(`${place} cannot be used now (${reasonOf(error)}). Check the settings that begin with S3_.`, {
      cause: error,
    })
  throw error
}

function reasonOf(error: unknown): string {
  const { name, systemCode } = readS3Error((error as Error).cause ?? error)
  return systemCode ?? name
}
