import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ObjectMissing, type ObjectStat, type ObjectStorage } from '#platform/storage.server.ts'

/** Large reads cost fewer trips through the event loop. */
const READ_BYTES = 512 * 1024

/** Reads an object to its end. Null when there is none. */
export async function readDigest(
  storage: Pick<ObjectStorage, 'stat' | 'read'>,
  key: string,
): Promise<(ObjectStat & { sha256: string }) | null> {
  const found = await storage.stat(key)
  if (!found) return null
  try {
    const { sizeBytes, version } = found
    return { sizeBytes, version, sha256: await hash(await storage.read(key)) }
  } catch (error) {
    // Removed since it was found.
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

export async function hashFile(path: string): Promise<string> {
  return await hash(createReadStream(path, { highWaterMark: READ_BYTES }))
}

async function hash(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of bytes) sum.update(chunk)
  return sum.digest('hex')
}
