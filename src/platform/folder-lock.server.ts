import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One running process. Its number is reused after it ends; number and start time together are not. */
interface ProcessIdentity {
  pid: number
  startedAt: string
}

interface LockRecord<Note> {
  holder: ProcessIdentity | null
  note: Note
}

/** The lock, held by another live process. */
export interface ForeignFolderLock<Note> {
  isOwn: false
  pid: number
  note: Note
}

/** A lock held until `release`, or until this process ends for any reason. */
export interface FolderLock {
  isOwn: true
  release(): void
}

/**
 * Makes at most one live process the owner of a folder, on one machine. A killed process leaves no lock behind.
 *
 * Every change of owner is a new numbered file, made by an exclusive hard link, so two processes that find the same
 * dead owner cannot both replace it. Numbers only grow: a released lock remains as a file without a holder.
 *
 * @param note small JSON value that other processes read while the lock is held
 */
export function acquireFolderLock<Note>(folder: string, note: Note): FolderLock | ForeignFolderLock<Note> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    const newest = newestGeneration(folder)
    const current = newest === 0 ? null : readRecord<Note>(folder, newest)
    if (current?.holder && isAlive(current.holder)) return { isOwn: false, pid: current.holder.pid, note: current.note }
    const generation = newest + 1
    if (!createExclusively(folder, generation, { holder: identityOf(process.pid), note })) continue
    if (newestGeneration(folder) !== generation) {
      rmSync(fileOf(folder, generation), { force: true })
      continue
    }
    for (const older of generations(folder)) if (older < generation) rmSync(fileOf(folder, older), { force: true })
    return { isOwn: true, release: () => replaceRecord(folder, generation, { holder: null, note }) }
  }
}

/** The pid of the lock's holder while it runs, else null; also where the folder was never locked, and is absent. */
export function folderLockHolder(folder: string): number | null {
  if (!existsSync(folder)) return null
  const newest = newestGeneration(folder)
  const holder = newest === 0 ? null : readRecord(folder, newest)?.holder
  return holder && isAlive(holder) ? holder.pid : null
}

function identityOf(pid: number): ProcessIdentity | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in brackets that may hold spaces and brackets itself; field 22 is the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startedAt] = [fields[0], fields[19]]
    return startedAt === undefined || state === 'Z' || state === 'X' ? null : { pid, startedAt }
  } catch {
    return null
  }
}

function isAlive(holder: ProcessIdentity): boolean {
  return identityOf(holder.pid)?.startedAt === holder.startedAt
}

function generations(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const digits = /^owner-(\d+)\.json$/.exec(name)?.[1]
    return digits === undefined ? [] : [Number(digits)]
  })
}

function newestGeneration(folder: string): number {
  return Math.max(0, ...generations(folder))
}

function fileOf(folder: string, generation: number): string {
  return join(folder, `owner-${generation}.json`)
}

function readRecord<Note>(folder: string, generation: number): LockRecord<Note> | null {
  try {
    return JSON.parse(readFileSync(fileOf(folder, generation), 'utf8')) as LockRecord<Note>
  } catch {
    // Replaced and removed since the folder was listed, or truncated by a power failure: not held.
    return null
  }
}

function createExclusively(folder: string, generation: number, record: LockRecord<unknown>): boolean {
  const draft = join(folder, `draft-${process.pid}.json`)
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 })
  try {
    linkSync(draft, fileOf(folder, generation))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replaceRecord(folder: string, generation: number, record: LockRecord<unknown>): void {
  const draft = join(folder, `draft-${process.pid}.json`)
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 })
  renameSync(draft, fileOf(folder, generation))
}
