import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { Secret } from '../secret.ts'
import type { BackupTarget } from './backup-target.ts'
import { type Manifest, readManifest, type StoredThing, writeManifest } from './manifest.ts'
import { createSealing, isKeyOf, newKeyCheck } from './sealed.server.ts'
import { type Sealing, unsealed } from './sealing.ts'

/** The backups of one Hoshi in a target, and the things that they consist of. */
export interface BackupStore {
  place: string
  /** Name for an object that is never written again. */
  nameOf(key: string): string
  /** Name, in this backup only, for an object that may be written again, and for the database. */
  nameIn(backupId: string, key: string): string
  /** Names of all things that backups consist of, also of interrupted ones. */
  names(): Promise<Set<string>>
  /** Stores a thing, and reads it back. @throws Error when it comes back as something else */
  store(name: string, source: AsyncIterable<Uint8Array>): Promise<StoredThing>
  /** Reads a thing for its size and its hash. */
  examine(name: string): Promise<StoredThing>
  /** The bytes of a thing; fails at their end when they differ from the stored ones. */
  read(thing: StoredThing): AsyncIterable<Uint8Array>
  /** Ids of the complete backups, the newest first. */
  backups(): Promise<string[]>
  manifest(backupId: string): Promise<Manifest>
  /** Makes a backup complete. */
  complete(manifest: Manifest): Promise<void>
  /** Removes a backup; the things of it alone are removed by `removeUnnamed`. */
  forget(backupId: string): Promise<void>
  /** Removes all things but those that the backups name. @returns how many were removed */
  removeUnnamed(named: ReadonlySet<string>): Promise<number>
}

const HEADER = 'hoshi-backup.json'
const BACKUPS = 'backups'
const EXTENSION = '.jsonl.gz'
/** Folders of the things that backups consist of. */
const things = ['files', 'changing', 'database']

const hex = z.string().regex(/^([0-9a-f]{2})+$/)
const header = z.object({
  format: z.literal('hoshi-backup'),
  version: z.literal(1),
  installation: z.string().min(1),
  /** Null where backups are not encrypted. */
  encryption: z.object({ salt: hex, check: hex }).nullable(),
})
type Header = z.infer<typeof header>

/**
 * Opens a place for backups of this Hoshi, and makes it one if it is empty.
 *
 * @param mayBeEmpty false where there were backups: their disk may not be mounted
 * @throws Error in an operator's words when backups of this Hoshi cannot be there
 */
export async function openBackupStore(
  target: BackupTarget,
  { installation, mayBeEmpty, key }: { installation: string; mayBeEmpty: boolean; key: Secret | null },
): Promise<BackupStore> {
  const found = await readHeader(target)
  if (found && found.installation !== installation)
    throw new Error(`The backups in ${target.place} are of another Hoshi. Choose another place.`)
  if (!found) {
    const { value: other } = await target.names('')[Symbol.asyncIterator]().next()
    if (other !== undefined)
      throw new Error(`${target.place} contains other files, such as ${other}. Choose an empty folder.`)
    if (!mayBeEmpty)
      throw new Error(
        `${target.place} had backups and is empty now. If its disk is not mounted, mount it; to start again there, run: npm run backup -- ${target.place} --new`,
      )
    const encryption = key === null ? null : newKeyCheck(key)
    const made: Header = { format: 'hoshi-backup', version: 1, installation, encryption }
    await target.put(HEADER, bytesOf(Buffer.from(JSON.stringify(made))))
    return storeIn(target, sealingFor(target, made, key))
  }
  if (found.encryption === null && key !== null)
    throw new Error(
      `The backups in ${target.place} are not encrypted. Choose another place for encrypted ones, or unset BACKUP_KEY_FILE.`,
    )
  return storeIn(target, sealingFor(target, found, key))
}

/** @throws Error in an operator's words when there are no backups, and when they have another key */
export async function openForRestore(target: BackupTarget, key: Secret | null): Promise<BackupStore> {
  const found = await readHeader(target)
  if (found === null) throw new Error(`There is no backup in ${target.place}.`)
  return storeIn(target, sealingFor(target, found, key))
}

/** @throws Error in an operator's words when this is not their key */
function sealingFor({ place }: BackupTarget, { encryption }: Header, key: Secret | null): Sealing {
  if (encryption === null) return unsealed
  if (key === null)
    throw new Error(`The backups in ${place} are encrypted. Set BACKUP_KEY_FILE to the file with their key.`)
  if (!isKeyOf(encryption, key))
    throw new Error(`The backups in ${place} have another key than the one in BACKUP_KEY_FILE.`)
  return createSealing(key, encryption)
}

async function readHeader(target: BackupTarget): Promise<Header | null> {
  if (!(await target.has(HEADER))) return null
  const text = (await buffer(await target.read(HEADER))).toString()
  try {
    return header.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${HEADER} in ${target.place} is damaged, or of another version of Hoshi.`, { cause })
  }
}

function storeIn(target: BackupTarget, sealing: Sealing): BackupStore {
  const manifestName = (id: string) => `${BACKUPS}/${id}${EXTENSION}`

  async function examine(name: string): Promise<StoredThing> {
    const digest = digester()
    for await (const chunk of sealing.open(name, await target.read(name))) digest.add(chunk)
    return { name, ...digest.result() }
  }

  async function names(): Promise<Set<string>> {
    const found = new Set<string>()
    for (const folder of things) for await (const name of target.names(folder)) found.add(name)
    return found
  }

  async function manifestOf(id: string): Promise<Manifest> {
    const name = manifestName(id)
    const source = sealing.open(name, await target.read(name))
    const manifest = Promise.withResolvers<Manifest>()
    try {
      await pipeline(Readable.from(source, { objectMode: false }), createGunzip(), async (text) => {
        manifest.resolve(await readManifest(text))
      })
      return await manifest.promise
    } catch (cause) {
      throw new Error(`The backup ${id} in ${target.place} is damaged: its list cannot be read.`, { cause })
    }
  }

  return {
    place: target.place,
    nameOf: (key) => `files/${sealing.nameOf(key)}`,
    nameIn: (id, key) => (key === 'database' ? `database/${id}` : `changing/${id}/${sealing.nameOf(key)}`),
    names,
    examine,

    async store(name, source) {
      const digest = digester()
      await target.put(name, sealing.seal(name, digest.through(source)))
      const written = { name, ...digest.result() }
      const stored = await examine(name)
      if (stored.sha256 !== written.sha256) {
        await target.remove(name)
        throw new Error(`${target.place} does not return what was written to it (${name}). Its disk may be failing.`)
      }
      return written
    },

    async *read({ name, sizeBytes, sha256 }) {
      const digest = digester()
      yield* digest.through(sealing.open(name, await target.read(name)))
      const found = digest.result()
      if (found.sha256 !== sha256 || found.sizeBytes !== sizeBytes)
        throw new Error(`The backup in ${target.place} is damaged: ${name} is not what was stored.`)
    },

    async backups() {
      const ids: string[] = []
      for await (const name of target.names(BACKUPS))
        if (name.endsWith(EXTENSION)) ids.push(name.slice(BACKUPS.length + 1, -EXTENSION.length))
      return ids.sort().reverse()
    },

    manifest: manifestOf,

    async complete(manifest) {
      // The things that the manifest names are safe before the manifest is.
      await target.flush()
      const name = manifestName(manifest.id)
      await pipeline(Readable.from(writeManifest(manifest), { objectMode: false }), createGzip(), (text) =>
        target.put(name, sealing.seal(name, text as AsyncIterable<Uint8Array>)),
      )
      await target.flush()
      const read = await manifestOf(manifest.id)
      if (read.objects.size !== manifest.objects.size)
        throw new Error(`${target.place} does not return what was written to it (${name}). Its disk may be failing.`)
    },

    forget: (id) => target.remove(manifestName(id)),

    async removeUnnamed(named) {
      let removed = 0
      for (const name of await names()) {
        if (named.has(name)) continue
        await target.remove(name)
        removed += 1
      }
      return removed
    },
  }
}

/** Adds up size and SHA-256 of bytes that pass. */
function digester() {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const add = (chunk: Uint8Array) => {
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return {
    add,
    async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        add(chunk)
        yield chunk
      }
    },
    result: () => ({ sizeBytes, sha256: hash.digest('hex') }),
  }
}

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
