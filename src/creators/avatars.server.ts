import type { Account } from '#identity/account.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { JobKind, Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { AVATAR_MAX_BYTES, AVATAR_SIDE_PIXELS } from './avatar.ts'
import { mayHaveProfile } from './creator-permissions.ts'
import { lockAvatarUrl, setAvatarUrl } from './creator-rows.server.ts'

/** Pictures of creators: bytes in object storage under avatars/{uid}/, the address on the profile. */
export interface Avatars {
  /**
   * Draws the picture anew, square and small, and puts it in place of the last one; answers with its address.
   * @throws Refusal creators.creators_only (403), creators.avatar_missing, creators.avatar_too_large (413),
   *   creators.avatar_no_picture (415), creators.avatar_unreadable, request.busy (503)
   */
  set(account: Account, picture: Pick<Blob, 'size' | 'bytes'>): Promise<string>
  /** Goes back to the first letter of the name. @throws Refusal creators.creators_only */
  remove(account: Account): Promise<void>
  /** The account is being removed in this transaction; its picture goes soon after. */
  forget(trx: Trx, uid: string): Promise<void>
}

/** Draws pictures from outside anew. Handed in by the composition root. */
export interface PictureDrawing {
  /**
   * Draws the middle of a picture as a square WebP and lends the file for as long as `use` takes.
   * @returns why not, when it cannot be drawn: it is no picture of a known kind, or a damaged or too large one
   */
  lendSquare<Result>(
    picture: Pick<Blob, 'size' | 'bytes'>,
    sidePixels: number,
    use: (path: string) => Promise<Result>,
  ): Promise<{ ok: true; result: Result } | { ok: false; why: 'no_picture' | 'unreadable' }>
}

export interface AvatarsParts {
  db: Db
  jobs: Jobs
  storage: ObjectStorage
  drawing: PictureDrawing
}

/** Removes the pictures of a profile that it does not show (any more). */
export const tidyJob: JobKind<{ uid: string }> = {
  name: 'creators.tidy-avatar',
  retryLimit: 20,
  retryDelaySeconds: 10,
  expireInSeconds: 300,
}
/** By then a new picture is in its place, or its process has died. */
const TIDY_AFTER_SECONDS = 20

export function createAvatars({ db, jobs, storage, drawing }: AvatarsParts): Avatars {
  const folderOf = (uid: string) => `avatars/${uid}`

  async function tidy(uid: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      // Holding the profile: a picture lies in its place before its address is written, never without this lock.
      const shown = (await lockAvatarUrl(trx, uid)) || null
      if (shown === null) return await storage.removeFolder(folderOf(uid))
      for (const name of await storage.children(folderOf(uid))) {
        if (!shown.endsWith(`/${name}`)) await storage.remove(`${folderOf(uid)}/${name}`)
      }
    })
  }
  jobs.handle(tidyJob, 1, ({ uid }) => tidy(uid))

  async function show(trx: Trx, uid: string, url: string): Promise<void> {
    await setAvatarUrl(trx, uid, url)
    await jobs.enqueue(trx, tidyJob, { uid })
  }

  async function put(uid: string, path: string): Promise<string> {
    // Stored before there is anything to tidy, so that a process that dies in between leaves nothing for ever.
    await jobs.enqueue(db, tidyJob, { uid }, { startAfterSeconds: TIDY_AFTER_SECONDS })
    return await db.transaction().execute(async (trx) => {
      if ((await lockAvatarUrl(trx, uid)) === undefined) throw new Refusal('creators.not_found')
      const key = `${folderOf(uid)}/${newId()}.webp`
      await storage.putFile(key, path)
      await show(trx, uid, `/${key}`)
      return `/${key}`
    })
  }

  return {
    async set(account, picture) {
      if (!mayHaveProfile(account)) throw new Refusal('creators.creators_only')
      if (picture.size === 0) throw new Refusal('creators.avatar_missing', { field: 'avatar' })
      if (picture.size > AVATAR_MAX_BYTES) throw new Refusal('creators.avatar_too_large', { field: 'avatar' })
      const drawn = await drawing.lendSquare(picture, AVATAR_SIDE_PIXELS, (path) => put(account.uid, path))
      if (!drawn.ok) throw new Refusal(`creators.avatar_${drawn.why}`, { field: 'avatar' })
      return drawn.result
    },
    async remove(account) {
      if (!mayHaveProfile(account)) throw new Refusal('creators.creators_only')
      await db.transaction().execute((trx) => show(trx, account.uid, ''))
    },
    forget: (trx, uid) => jobs.enqueue(trx, tidyJob, { uid }),
  }
}
