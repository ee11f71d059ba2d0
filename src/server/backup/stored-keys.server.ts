import type { ObjectStorage } from '#platform/storage.server.ts'
import { SERIES_POSTER_FOLDER } from '#series/series-posters.server.ts'
import { GROWING_PLAYLIST, originalKey, parseKey, unfinishedFolder, videoFolders } from '#video/stored-objects.ts'

type Listing = Pick<ObjectStorage, 'children' | 'stat'>

/** Everything that rows name. Not among them are `temporary` and `trash`, which no row names. */
export const storedFolders = ['avatars', SERIES_POSTER_FOLDER, 'fonts', 'exports', 'imports', ...videoFolders] as const

/** Unfinished uploads come last: an original that is listed before has no marker when it is complete. */
const backedUpFolders = [...storedFolders, unfinishedFolder]

export interface StoredKeys {
  /** Objects that are never written again: an earlier backup has the same bytes of them. */
  settled: string[]
  /** Other objects, which may grow or be replaced. */
  changing: string[]
}

/** Lists the objects of a storage. Looks only at names that do not tell whether they are objects or folders. */
export async function listStoredKeys(storage: Listing): Promise<StoredKeys> {
  const keys: string[] = []
  for (const folder of backedUpFolders) await collect(storage, folder, keys)
  const unfinished = new Set(
    keys.filter((key) => key.startsWith(`${unfinishedFolder}/`)).map((key) => originalKey(key.replace(/.*\//, ''))),
  )
  const changes = (key: string) => unfinished.has(key) || key.startsWith(`${unfinishedFolder}/`) || mayBeReplaced(key)
  return { settled: keys.filter((key) => !changes(key)), changing: keys.filter(changes) }
}

/** The keys of all objects below a folder, at any depth. */
export async function keysBelow(storage: Listing, folder: string): Promise<string[]> {
  const keys: string[] = []
  await collect(storage, folder, keys)
  return keys
}

/** Whether the object of this key may have other bytes later. An unfinished upload is told by its marker. */
export function mayBeReplaced(key: string): boolean {
  return key.startsWith('imports/') || key.endsWith(`/${GROWING_PLAYLIST}`)
}

async function collect(storage: Listing, folder: string, keys: string[]): Promise<void> {
  for (const name of await storage.children(folder)) {
    const key = `${folder}/${name}`
    // Names of folders are ids: without a dot, as those of uploads and exports.
    if (name.includes('.') || parseKey(key)) keys.push(key)
    else if ((await storage.stat(key)) !== null) keys.push(key)
    else await collect(storage, key, keys)
  }
}
