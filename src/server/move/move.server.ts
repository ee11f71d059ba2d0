import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFew } from '#platform/audit.ts'
import { forEachConcurrently } from '#platform/concurrent-each.ts'
import type { Db } from '#platform/database.server.ts'
import { verifyInstallation } from '#platform/installation.server.ts'
import type { Locks } from '#platform/locks.server.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'
import { createJournal, type Journal } from './journal.server.ts'
import { moveObject } from './move-object.server.ts'
import { openPlaces, type PlacesParts, type PlacesWanted } from './move-places.server.ts'
import { removeAllGone, removeGone } from './move-removals.server.ts'
import { type MoveFigures, type MoveRun, noFigures } from './move-run.ts'
import { readDigest } from './object-digest.server.ts'
import { folderOf, type StoredUnit, unitsOf } from './stored-units.server.ts'

export interface MoveParts extends PlacesParts {
  db: Db
  locks: Locks
  dataDir: string
  hasVideo(uid: string): Promise<boolean>
}

export interface MoveOptions extends PlacesWanted {
  /** Ends the move, which a later one goes on with. */
  signal?: AbortSignal
  onProgress?(progress: { found: number; copied: number }): void
}

export interface FinishedMove {
  from: string
  to: string
  /** Whether the site used the place that was moved to. */
  isTargetInUse: boolean
  /** In the order of the folders. */
  folders: Map<string, MoveFigures>
  /** Objects that changed while they were copied, such as an upload in progress. */
  arrivingCount: number
  /** Some of the objects that were not copied, and why. */
  failures: { key: string; reason: string }[]
  /** Why nothing more was tried; null when everything was. */
  stoppedBy: string | null
  /** Objects that are absent where they were moved from, too many to be removed without a proof. */
  unprovenCount: number
}

const AT_ONCE = 4
/** After so many failures in a row, the store is taken to be away: the next object would fail as well. */
const MOST_FAILURES = 8
const SHOWN_FAILURES = 20

/**
 * Copies every object that rows name from the disk to a bucket or back, while the site serves and writes. The place that it
 * comes from is only read.
 *
 * @throws Error in an operator's words when nothing could be moved, or the move was interrupted
 */
export async function moveFiles(parts: MoveParts, options: MoveOptions): Promise<FinishedMove> {
  const lock = await parts.locks.tryAcquire('server.move')
  if (!lock) throw new Error('Another move is running. Wait for it to end.')
  const workDir = join(parts.dataDir, 'moves/temporary')
  try {
    const places = await openPlaces(parts, options)
    try {
      await expectOwnPlaces(parts, places)
      await rm(workDir, { recursive: true, force: true })
      await mkdir(workDir, { recursive: true, mode: 0o700 })
      const run: MoveRun = { ...places, workDir, hasVideo: parts.hasVideo }
      const signal = AbortSignal.any([lock.lost, ...(options.signal ? [options.signal] : [])])
      return await moveEverything(run, createJournal(journalDirOf(parts, options)), { ...options, signal })
    } finally {
      places.close()
    }
  } finally {
    await rm(workDir, { recursive: true, force: true })
    await lock.release()
  }
}

/**
 * Writes the id of this installation into the place that is moved to, so that Hoshi starts with it.
 * @throws Error when one of the places has another id
 */
async function expectOwnPlaces({ db }: MoveParts, { from, to }: Pick<MoveRun, 'from' | 'to'>): Promise<void> {
  const { storage, place } = to
  if ((await storage.stat('installation')) === null && (await storage.children('media')).length > 0)
    throw new Error(
      `There are videos in ${place.name} already, and not by a move of this Hoshi. Set ${place.settings} to an empty place.`,
    )
  const rows = { exist: true, requireFiles: false }
  await verifyInstallation({ db, storage, filesPlace: place, folders: [], rows })
  const [here, there] = await Promise.all([
    readDigest(from.storage, 'installation'),
    readDigest(storage, 'installation'),
  ])
  if (here?.sha256 !== there?.sha256)
    throw new Error(
      `There are no files of this Hoshi in ${from.place.name}. Set ${from.place.settings} to the place that it used.`,
    )
}

/** The folder of the journal of moves to a place: each place has its own. */
function journalDirOf({ dataDir }: MoveParts, { to, bucket }: MoveOptions): string {
  const { endpoint, region, bucket: name, prefix } = bucket
  const place = JSON.stringify([endpoint, region, name, prefix])
  return join(dataDir, 'moves', `to-${to}-${createHash('sha256').update(place).digest('hex').slice(0, 16)}`)
}

async function moveEverything(
  run: MoveRun,
  journal: Journal,
  { signal, onProgress }: Pick<MoveOptions, 'onProgress'> & { signal: AbortSignal },
): Promise<FinishedMove> {
  const finished: FinishedMove = {
    from: run.from.place.name,
    to: run.to.place.name,
    isTargetInUse: run.isTargetInUse,
    folders: new Map(),
    arrivingCount: 0,
    failures: [],
    stoppedBy: null,
    unprovenCount: 0,
  }
  const progress = { found: 0, copied: 0 }
  const unproven: string[] = []
  const seen = new Set<string>()
  let movedCount = 0
  let failuresInARow = 0

  const figuresOf = (unit: string): MoveFigures => {
    const folder = folderOf(unit)
    const figures = finished.folders.get(folder) ?? noFigures()
    finished.folders.set(folder, figures)
    return figures
  }

  function onFailure(figures: MoveFigures, key: string, error: unknown): void {
    const reason = (error as Error).message
    figures.failed += 1
    failuresInARow += 1
    if (finished.failures.length < SHOWN_FAILURES) finished.failures.push({ key, reason })
    if (storageFaultOf(error) === 'full' || failuresInARow >= MOST_FAILURES) finished.stoppedBy ??= reason
  }

  async function moveUnit(unit: StoredUnit): Promise<void> {
    const figures = figuresOf(unit.name)
    const own = await journal.open(unit.name)
    try {
      await forEachConcurrently(unit.keys, AT_ONCE, async (key) => {
        signal.throwIfAborted()
        if (finished.stoppedBy !== null) return
        try {
          const outcome = await moveObject(run, own, key)
          failuresInARow = 0
          if (outcome.kind === 'gone') return
          if (outcome.kind === 'arriving') finished.arrivingCount += 1
          if (outcome.kind === 'copied') {
            figures.copied += 1
            figures.copiedBytes += outcome.sizeBytes
            progress.copied += 1
          } else figures.skipped += 1
        } catch (error) {
          onFailure(figures, key, error)
        }
        figures.found += 1
        progress.found += 1
        onProgress?.(progress)
      })
      if (finished.stoppedBy !== null) return
      const gone = await removeGone(run, own, unit)
      figures.removed += gone.removed
      finished.unprovenCount += gone.unproven
      if (gone.unproven > 0) unproven.push(unit.name)
      movedCount += own.keys().length
    } finally {
      await own.close()
    }
  }

  for await (const unit of unitsOf(run.from.storage)) {
    seen.add(unit.name)
    await moveUnit(unit)
    if (finished.stoppedBy !== null) return finished
  }
  for (const name of await journal.units()) if (!seen.has(name)) await moveUnit({ name, keys: [] })
  if (finished.stoppedBy !== null || !isFew(finished.unprovenCount, movedCount)) return finished
  for (const name of unproven) {
    const own = await journal.open(name)
    try {
      figuresOf(name).removed += await removeAllGone(run, own)
    } finally {
      await own.close()
    }
  }
  finished.unprovenCount = 0
  return finished
}
