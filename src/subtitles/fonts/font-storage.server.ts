import { copyFile } from 'node:fs/promises'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { FONT_MAX_BYTES, type FontFormat, fontKey, readFont } from './font.ts'
import { dueErasures, noteStoring, takeErasure } from './font-rows.server.ts'

/** Checks fonts. Injected by the composition root. */
export interface FontChecker {
  /**
   * Writes a font anew with the tables that were checked; the file exists until `use` settles.
   * @returns the result of `use`, or why there is none: the font is not sound, or nothing here can tell
   * @throws Refusal request.busy
   */
  withSanitizedFont<Result>(
    font: Pick<Blob, 'bytes'>,
    maxBytes: number,
    use: (path: string, bytes: Uint8Array) => Promise<Result>,
  ): Promise<{ ok: true; result: Result } | { ok: false; why: 'unsound' | 'unavailable' }>
}

/** A checked font in the object storage, which no row names yet. */
export interface StoredFont {
  id: string
  names: string[]
  format: FontFormat
  size_bytes: number
}

export interface FontStorageParts {
  db: Db
  clock: Clock
  jobs: Jobs
  storage: ObjectStorage
  fontChecker: FontChecker
}

/** A font is named within this time or never. */
const STORING_MS = 6 * 3_600_000
const ERASED_AT_A_TIME = 200

/** Removes the bytes of fonts whose row is gone, or that were never named. */
const eraseJob: JobKind<Record<never, never>> = {
  name: 'subtitles.erase-fonts',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 300,
}

export interface FontStorage {
  /**
   * Checks a font, and stores the font that the check wrote.
   * @param copiesOf how many copies to store, by the names of the font; one unless given
   */
  store(
    font: Pick<Blob, 'bytes'>,
    copiesOf?: (names: string[]) => number,
  ): Promise<{ ok: true; fonts: StoredFont[] } | { ok: false; why: 'unsound' | 'unavailable' }>
}

export function createFontStorage({ db, clock, jobs, storage, fontChecker }: FontStorageParts): FontStorage {
  jobs.handle(eraseJob, 1, async () => {
    const due = await dueErasures(db, clock.now(), ERASED_AT_A_TIME)
    for (const { id, format } of due) {
      // The row goes with the bytes: a concurrent insert of the font waits for it, and finds it gone.
      await transact(db, async (trx) => {
        if (await takeErasure(trx, id)) await storage.remove(fontKey(id, format))
      })
    }
  })
  jobs.schedule(eraseJob, '* * * * *')

  async function storeCopy(read: Pick<StoredFont, 'names' | 'format'>, path: string, size_bytes: number) {
    const stored: StoredFont = { id: newId(), ...read, size_bytes }
    await noteStoring(db, stored, new Date(clock.now().getTime() + STORING_MS))
    const copy = `${path}-${stored.id}`
    await copyFile(path, copy)
    await storage.putFile(fontKey(stored.id, stored.format), copy)
    return stored
  }

  return {
    async store(font, copiesOf = () => 1) {
      const checked = await fontChecker.withSanitizedFont(font, FONT_MAX_BYTES, async (path, bytes) => {
        const read = readFont(bytes)
        if (!read) return null
        const fonts: StoredFont[] = []
        for (let left = copiesOf(read.names); left > 0; left -= 1) fonts.push(await storeCopy(read, path, bytes.length))
        return fonts
      })
      if (!checked.ok) return checked
      return checked.result === null ? { ok: false, why: 'unsound' } : { ok: true, fonts: checked.result }
    },
  }
}
