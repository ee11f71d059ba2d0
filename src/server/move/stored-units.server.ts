import { basename } from 'node:path'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { originalsFolder } from '#video/stored-objects.ts'
import { keysBelow, storedFolders } from '../backup/stored-keys.server.ts'

/** Objects that are listed and moved together, few enough to be held in memory. */
export interface StoredUnit {
  /** A folder of the storage: `media/UID`, or one of the others with all its objects. */
  name: string
  keys: string[]
}

const MEDIA = 'media'

/** Everything that rows name, one unit after the other. */
export async function* unitsOf(storage: Pick<ObjectStorage, 'children' | 'stat'>): AsyncGenerator<StoredUnit> {
  for (const folder of storedFolders) {
    const names = folder === MEDIA ? (await storage.children(MEDIA)).sort().map((uid) => `${MEDIA}/${uid}`) : [folder]
    for (const name of names) yield { name, keys: (await keysBelow(storage, name)).sort(byRank) }
  }
}

/** The folder that a key or a unit is in. */
export const folderOf = (name: string): string => name.replace(/\/.*/, '')

export const isOfOneVideo = (unit: string): boolean => unit.startsWith(`${MEDIA}/`)

/** The video that an object belongs to; null for those of other rooms. */
export function videoOf(key: string): string | null {
  const [folder = '', uid = ''] = key.split('/')
  return folder === MEDIA || folder === originalsFolder ? uid : null
}

/** Playlists come after the objects that they name, and the master playlist last: every reader finds all of them. */
function byRank(one: string, other: string): number {
  const rank = (key: string) => (key.endsWith('.m3u8') ? (basename(key).startsWith('master-') ? 2 : 1) : 0)
  return rank(one) - rank(other) || (one < other ? -1 : 1)
}
