import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import { mayBeReplaced } from '../backup/stored-keys.server.ts'
import type { MovedObject, UnitJournal } from './journal.server.ts'
import type { MoveRun } from './move-run.ts'
import { hashFile, readDigest } from './object-digest.server.ts'
import { videoOf } from './stored-units.server.ts'

/** `arriving`: it changed while it was copied. `gone`: the site has removed it. */
export type MoveOutcome = { kind: 'copied'; sizeBytes: number } | { kind: 'skipped' | 'arriving' | 'gone' }

/**
 * Copies one object unless it is there, and reads the copy back. Whatever interrupts this, the next call ends with the
 * same bytes in both places.
 */
export async function moveObject(run: MoveRun, journal: UnitJournal, key: string): Promise<MoveOutcome> {
  const known = journal.get(key)
  if (known && (await isMoved(run, journal, key, known))) return { kind: 'skipped' }
  if (run.isTargetInUse && !(await isWanted(run, key))) return { kind: 'gone' }
  const path = join(run.workDir, newId())
  try {
    return await copyObject(run, journal, key, path)
  } catch (error) {
    if (error instanceof ObjectMissing) return { kind: 'gone' }
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

async function copyObject(run: MoveRun, journal: UnitJournal, key: string, path: string): Promise<MoveOutcome> {
  const { from, to, isTargetInUse } = run
  const known = journal.get(key)
  const source = await from.storage.stat(key)
  if (!source) return { kind: 'gone' }
  await run.expectSpace(source.sizeBytes)
  await from.storage.fetchToFile(key, path)
  // After the copy was taken: a file without the marker of an upload is complete.
  if (await run.isArriving(key)) return { kind: 'arriving' }
  const sha256 = await hashFile(path)
  const present = await readDigest(to.storage, key)
  if (present?.sha256 === sha256) {
    await journal.note(key, { sha256, version: present.version })
    return { kind: 'skipped' }
  }
  const isOfSite = isTargetInUse && mayBeReplaced(key)
  if (isOfSite && present && present.sha256 !== known?.sha256) return { kind: 'skipped' }

  // Before the object exists: it can be told from others even if this process dies now.
  if (!known) await journal.note(key, { sha256, version: null })
  await to.storage.putFile(key, path)
  const written = await readDigest(to.storage, key)
  if (written?.sha256 !== sha256) {
    // Another process has written it, or the source has grown while it was read.
    if (isOfSite) return { kind: 'skipped' }
    if ((await from.storage.stat(key))?.version !== source.version) return { kind: 'arriving' }
    await to.storage.remove(key)
    throw new Error(`the copy in ${to.place.name} is not what was sent`)
  }
  await journal.note(key, { sha256, version: written.version })
  if (await isWanted(run, key)) return { kind: 'copied', sizeBytes: written.sizeBytes }
  await to.storage.remove(key)
  await journal.forget(key)
  return { kind: 'gone' }
}

/** Whether the object was moved before, and is as it was then. */
async function isMoved(run: MoveRun, journal: UnitJournal, key: string, known: MovedObject): Promise<boolean> {
  if (known.version === null || mayBeReplaced(key)) return false
  // The site may have removed it since.
  if (run.isTargetInUse) return true
  const { storage } = run.to
  const found = await storage.stat(key)
  if (!found) return false
  if (found.version === known.version) return true
  const present = await readDigest(storage, key)
  if (present?.sha256 !== known.sha256) return false
  await journal.note(key, { sha256: known.sha256, version: present.version })
  return true
}

/** Whether the site still needs the object. Deletions by the site do not reach the place that it no longer uses. */
async function isWanted(run: MoveRun, key: string): Promise<boolean> {
  if (!run.isTargetInUse) return (await run.from.storage.stat(key)) !== null
  const uid = videoOf(key)
  return uid === null || (await run.hasVideo(uid))
}
