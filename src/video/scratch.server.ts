import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { acquireFolderLock, folderLockHolder } from '#platform/folder-lock.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { MEDIA_PLAYLIST } from './media/hls/hls-arguments.ts'
import { readMediaPlaylist } from './media/hls/media-playlist.ts'
import { mediaKey, originalKey } from './stored-objects.ts'
import { playlistOf, type RenditionRow } from './video-rows.server.ts'

/** A folder for one attempt, with the uploaded bytes under a name of ours. */
export interface ScratchFolder {
  dir: string
  source: string
}

type OwnRendition = Pick<RenditionRow, 'id' | 'file_names'>

/** Local folders for attempts under one root. */
export interface ScratchFolders {
  /** Provides a folder with the original while `work` runs, and removes it afterwards. @throws ObjectMissing */
  withOriginal<Result>(uid: string, work: (scratch: ScratchFolder) => Promise<Result>): Promise<Result>
  /**
   * Provides a folder with the files of one of our own renditions while `work` runs, its playlist under the default
   * name.
   * @throws ObjectMissing
   */
  withRendition<Result>(uid: string, rendition: OwnRendition, work: (dir: string) => Promise<Result>): Promise<Result>
  /** Provides an empty folder while `work` runs. */
  withEmptyFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result>
  /** Removes the folders of processes that no longer run. */
  clean(): Promise<void>
}

/** Identifies the process that owns a folder: a bare process id may belong to another one after a restart. */
const OWNER_FILE = 'owner'
const DRAFT = 'draft-'

export function createScratchFolders(root: string, storage: ObjectStorage): ScratchFolders {
  let own: Promise<string> | null = null

  /** This process's folder. It appears with its owner file in it, so that no cleanup takes it for a dead process's. */
  async function makeOwn(): Promise<string> {
    const name = newId()
    const draft = join(root, `${DRAFT}${name}`)
    await mkdir(draft, { recursive: true, mode: 0o700 })
    acquireFolderLock(join(draft, OWNER_FILE), null)
    await rename(draft, join(root, name))
    return join(root, name)
  }

  function ownFolder(): Promise<string> {
    own ??= makeOwn().catch((error) => {
      own = null
      throw error
    })
    return own
  }

  async function withEmptyFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result> {
    const dir = join(await ownFolder(), newId())
    await mkdir(dir, { recursive: true, mode: 0o700 })
    try {
      return await work(dir)
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  }

  return {
    withEmptyFolder,
    withOriginal: (uid, work) =>
      withEmptyFolder(async (dir) => {
        const source = join(dir, 'source')
        await storage.fetchToFile(originalKey(uid), source)
        return await work({ dir, source })
      }),
    withRendition: (uid, rendition, work) =>
      withEmptyFolder(async (dir) => {
        const folder = mediaKey(uid, rendition.id)
        const list = join(dir, MEDIA_PLAYLIST)
        await storage.fetchToFile(`${folder}/${playlistOf(rendition)}`, list)
        const playlist = readMediaPlaylist(await readFile(list, 'utf8'))
        if (!playlist) throw new Error(`The playlist of rendition ${rendition.id} cannot be read.`)
        for (const name of [playlist.init, ...playlist.segments.map(({ uri }) => uri)]) {
          await mkdir(dirname(join(dir, name)), { recursive: true })
          await storage.fetchToFile(`${folder}/${name}`, join(dir, name))
        }
        return await work(dir)
      }),
    async clean() {
      for (const name of await readdir(root).catch(() => [])) {
        if (name.startsWith(DRAFT) || isOwnerAlive(join(root, name, OWNER_FILE))) continue
        await rm(join(root, name), { recursive: true, force: true })
      }
    },
  }
}

function isOwnerAlive(ownerFile: string): boolean {
  try {
    return folderLockHolder(ownerFile) !== null
  } catch {
    return false
  }
}
