import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '#platform/atomic-file.server.ts'
import { isMissing } from '#platform/disk-folders.server.ts'

/** The record of an object that a move puts into the other place. */
export interface MovedObject {
  sha256: string
  /** Version of the object there, once it was read back and had this hash; null before. */
  version: string | null
}

/**
 * The records of the objects of one unit. A call resolves once it is on the disk, so a killed process loses nothing.
 */
export interface UnitJournal {
  get(key: string): MovedObject | undefined
  keys(): string[]
  note(key: string, moved: MovedObject): Promise<void>
  /** Removes the record of an object that is not there any more. */
  forget(key: string): Promise<void>
  /** Leaves one line for each object. */
  close(): Promise<void>
}

export interface Journal {
  /** All units with at least one object in the other place. */
  units(): Promise<string[]>
  /** @param unit a folder of the storage, such as `avatars` or `media/UID` */
  open(unit: string): Promise<UnitJournal>
}

const EXTENSION = '.jsonl'
const lineSchema = z.object({
  key: z.string(),
  /** Absent when the object was removed. */
  moved: z.object({ sha256: z.string(), version: z.string().nullable() }).optional(),
})
type Line = z.infer<typeof lineSchema>

/** One file for each unit, so that memory does not grow with the storage. A later line about a key replaces earlier ones. */
export function createJournal(dir: string): Journal {
  return {
    async units() {
      const names = await readdir(dir, { recursive: true }).catch((error) => {
        if (isMissing(error)) return []
        throw error
      })
      return names.filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length))
    },
    open: (unit) => openUnit(join(dir, unit + EXTENSION)),
  }
}

async function openUnit(path: string): Promise<UnitJournal> {
  const objects = await readObjects(path)
  let hasChanged = false

  async function add(line: Line): Promise<void> {
    hasChanged = true
    await appendFile(path, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }

  return {
    get: (key) => objects.get(key),
    keys: () => [...objects.keys()],
    async note(key, moved) {
      objects.set(key, moved)
      await add({ key, moved })
    },
    async forget(key) {
      objects.delete(key)
      await add({ key })
    },
    async close() {
      if (!hasChanged) return
      if (objects.size === 0) await rm(path, { force: true })
      else await writeObjects(path, objects)
    },
  }
}

async function readObjects(path: string): Promise<Map<string, MovedObject>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const text = await readFile(path, 'utf8').catch((error) => {
    if (isMissing(error)) return ''
    throw error
  })
  const objects = new Map<string, MovedObject>()
  for (const line of text.split('\n')) {
    const read = readLine(line)
    if (read?.moved) objects.set(read.key, read.moved)
    else if (read) objects.delete(read.key)
  }
  // A power cut can leave half a line, which the next one must not be appended to.
  if (text !== '' && !text.endsWith('\n')) await writeObjects(path, objects)
  return objects
}

function readLine(line: string): Line | null {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

async function writeObjects(path: string, objects: Map<string, MovedObject>): Promise<void> {
  const lines = [...objects].map(([key, moved]) => `${JSON.stringify({ key, moved })}\n`)
  await writeAtomically(path, lines.join(''))
}
