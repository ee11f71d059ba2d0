import type { UnitJournal } from './journal.server.ts'
import type { MoveRun } from './move-run.ts'
import { isOfOneVideo, type StoredUnit, videoOf } from './stored-units.server.ts'

/**
 * Removes the copies of objects that are gone from the place that is moved from. Only objects that a move has put are ever
 * removed. An object may be absent there because a person deleted it, or because a disk is not mounted; so it goes at once
 * only where its video has no row, or other objects of the same video are there.
 *
 * @returns how many were removed, and how many are absent without such a proof
 */
export async function removeGone(
  run: MoveRun,
  journal: UnitJournal,
  unit: StoredUnit,
): Promise<{ removed: number; unproven: number }> {
  const result = { removed: 0, unproven: 0 }
  const isAlive = !run.isTargetInUse && isOfOneVideo(unit.name) && unit.keys.length > 0
  for (const key of await absentKeys(run, journal, unit.keys)) {
    const uid = videoOf(key)
    if (isAlive || (uid !== null && !(await run.hasVideo(uid)))) {
      await remove(run, journal, key)
      result.removed += 1
    } else if (!run.isTargetInUse) result.unproven += 1
  }
  return result
}

/** Removes everything of a unit that is absent, without further proof. @returns how many */
export async function removeAllGone(run: MoveRun, journal: UnitJournal): Promise<number> {
  const keys = await absentKeys(run, journal, [])
  for (const key of keys) await remove(run, journal, key)
  return keys.length
}

/** @param present keys that were found a moment ago */
async function absentKeys(run: MoveRun, journal: UnitJournal, present: string[]): Promise<string[]> {
  const known = new Set(present)
  const absent: string[] = []
  for (const key of journal.keys()) if (!known.has(key) && (await run.from.storage.stat(key)) === null) absent.push(key)
  return absent
}

async function remove(run: MoveRun, journal: UnitJournal, key: string): Promise<void> {
  await run.to.storage.remove(key)
  await journal.forget(key)
}
