import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'

/** A thing in a backup, as it was before it was sealed. */
export interface StoredThing {
  /** Name in the target. */
  name: string
  sizeBytes: number
  /** In hexadecimal digits. */
  sha256: string
}

/** An object of Hoshi's in a backup. */
export interface StoredObject extends StoredThing {
  /** Version of an object that may be written again, when it was read; null for all others. */
  version: string | null
}

/** The list of a backup's contents. It is stored last: without one, there is no backup. */
export interface Manifest {
  id: string
  /** The moment whose rows and files it contains. */
  takenAt: Date
  /** Id of this Hoshi, which its rows and files also store. */
  installation: string
  /** Version of Hoshi, and name of the newest migration. */
  hoshi: string
  schema: string
  database: { kind: 'embedded'; copy: StoredThing } | { kind: 'external'; lsn: string; restorePoint: string | null }
  /** The secret of the data folder; null where a setting has it. */
  secret: string | null
  /** Objects by their keys. */
  objects: ReadonlyMap<string, StoredObject>
}

const FORMAT = 1
const thing = z.object({
  name: z.string().min(1),
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const head = z.object({
  format: z.literal(FORMAT),
  id: z.string().min(1),
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  installation: z.string().min(1),
  hoshi: z.string(),
  schema: z.string(),
  database: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('embedded'), copy: thing }),
    z.object({ kind: z.literal('external'), lsn: z.string(), restorePoint: z.string().nullable() }),
  ]),
  secret: z.string().nullable(),
})
const object = z
  .tuple([z.string().min(1), thing.shape.name, thing.shape.sizeBytes, thing.shape.sha256])
  .rest(z.string())
const end = z.object({ objectCount: z.number().int() })

/** Bytes of its files and of its copy of the database. */
export function totalBytesOf(manifest: Manifest): number {
  return [...manifest.objects.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, databaseBytesOf(manifest))
}

/** Bytes of its copy of the database; 0 without one. */
export function databaseBytesOf({ database }: Pick<Manifest, 'database'>): number {
  return database.kind === 'embedded' ? database.copy.sizeBytes : 0
}

/** One line of JSON for the facts of the backup, one for each object, and one for the end. */
export function* writeManifest({ objects, ...rest }: Manifest): Generator<Buffer> {
  yield Buffer.from(`${JSON.stringify({ format: FORMAT, ...rest })}\n`)
  for (const [key, { name, sizeBytes, sha256, version }] of objects) {
    const line = [key, name, sizeBytes, sha256]
    yield Buffer.from(`${JSON.stringify(version === null ? line : [...line, version])}\n`)
  }
  yield Buffer.from(`${JSON.stringify({ objectCount: objects.size })}\n`)
}

/** @throws Error when the text is not a complete manifest of this version */
export async function readManifest(text: AsyncIterable<Uint8Array>): Promise<Manifest> {
  const objects = new Map<string, StoredObject>()
  let first: z.infer<typeof head> | null = null
  let isComplete = false
  for await (const line of createInterface({ input: Readable.from(text, { objectMode: false }) })) {
    const value: unknown = JSON.parse(line)
    if (first === null) first = head.parse(value)
    else if (Array.isArray(value)) {
      const [key, name, sizeBytes, sha256, version = null] = object.parse(value)
      objects.set(key, { name, sizeBytes, sha256, version })
    } else isComplete = end.parse(value).objectCount === objects.size
  }
  if (first === null || !isComplete) throw new Error('The list of a backup is not complete.')
  const { format: _, ...rest } = first
  return { ...rest, objects }
}
