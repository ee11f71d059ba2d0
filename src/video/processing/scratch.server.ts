import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { claimFolder, holderOf } from '#platform/folder-claim.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { MEDIA_PLAYLIST } from '../ffmpeg/hls-arguments.ts'
import { readMediaPlaylist } from '../ffmpeg/media-playlist.ts'
import { playlistOf, type RenditionRow } from '../video-rows.server.ts'

/** A folder for one attempt, with the uploaded bytes under a name of ours. */
export interface Scratch {
  dir: string
  source: string
}

type OwnRendition = Pick<RenditionRow, 'id' | 'file_names'>

/** Local folders for attempts under one root. */
export interface ScratchFolders {
  /** Lends a folder with the original in it for as long as `work` takes. @throws ObjectMissing */
  lend<Result>(uid: string, work: (scratch: Scratch) => Promise<Result>): Promise<Result>
  /** The same with the files of one of our own renditions in it, its playlist under the plain name. @throws ObjectMissing */
  lendRendition<Result>(uid: string, rendition: OwnRendition, work: (dir: string) => Promise<Result>): Promise<Result>
  /** The same without anything in it. */
  lendEmpty<Result>(work: (dir: string) => Promise<Result>): Promise<Result>
  /** Removes the folders of processes that are no longer there. */
  clean(): Promise<void>
}

/** Says which process a folder belongs to: a bare process number may be another one's after a restart. */
const CLAIM = 'owner'
const DRAFT = 'draft-'

export function createScratchFolders(root: string, storage: ObjectStorage): ScratchFolders {
  let own: Promise<string> | null = null

  /** This process's folder. It appears with its claim in it, so that nobody takes it for a dead one's. */
  async function makeOwn(): Promise<string> {
    const name = newId()
    const draft = join(root, `${DRAFT}${name}`)
    await mkdir(draft, { recursive: true, mode: 0o700 })
    claimFolder(join(draft, CLAIM), null)
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

  async function lendEmpty<Result>(work: (dir: string) => Promise<Result>): Promise<Result> {
    const dir = join(await ownFolder(), newId())
    await mkdir(dir, { recursive: true, mode: 0o700 })
    try {
      return await work(dir)
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  }

  return {
    lendEmpty,
    lend: (uid, work) =>
      lendEmpty(async (dir) => {
        const source = join(dir, 'source')
        await storage.fetchToFile(`originals/${uid}`, source)
        return await work({ dir, source })
      }),
    lendRendition: (uid, rendition, work) =>
      lendEmpty(async (dir) => {
        const folder = `media/${uid}/${rendition.id}`
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
        if (name.startsWith(DRAFT) || isHeld(join(root, name, CLAIM))) continue
        await rm(join(root, name), { recursive: true, force: true })
      }
    },
  }
}

function isHeld(claim: string): boolean {
  try {
    return holderOf(claim) !== null
  } catch {
    return false
  }
}
