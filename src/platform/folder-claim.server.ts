import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One running process: its number alone is reused after it ends, its number and start time together are not. */
interface ProcessIdentity {
  pid: number
  startedAt: string
}

interface ClaimRecord<Note> {
  holder: ProcessIdentity | null
  note: Note
}

/** What a process that lost the race learns about the one that won. */
export interface HeldClaim<Note> {
  mine: false
  pid: number
  note: Note
}

/** Held until `release`, or until this process ends in whatever way. */
export interface OwnClaim {
  mine: true
  release(): void
}

/**
 * Makes at most one live process the owner of a folder, on one machine, without a lock that a killed process leaves behind.
 *
 * Every change of owner is a new numbered file, made by an exclusive hard link, so two processes that find the same dead
 * owner cannot both follow it. Numbers only grow: a released claim stays as a file that names nobody.
 *
 * @param note small JSON value that other processes read while the claim is held
 */
export function claimFolder<Note>(folder: string, note: Note): OwnClaim | HeldClaim<Note> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    const newest = newestGeneration(folder)
    const held = newest === 0 ? null : readRecord<Note>(folder, newest)
    if (held?.holder && isAlive(held.holder)) return { mine: false, pid: held.holder.pid, note: held.note }
    const generation = newest + 1
    if (!createExclusively(folder, generation, { holder: identityOf(process.pid), note })) continue
    if (newestGeneration(folder) !== generation) {
      rmSync(fileOf(folder, generation), { force: true })
      continue
    }
    for (const older of generations(folder)) if (older < generation) rmSync(fileOf(folder, older), { force: true })
    return { mine: true, release: () => replace(folder, generation, { holder: null, note }) }
  }
}

/** Whether the process that a claim names still runs. */
export function holderOf(folder: string): number | null {
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

function readRecord<Note>(folder: string, generation: number): ClaimRecord<Note> | null {
  try {
    return JSON.parse(readFileSync(fileOf(folder, generation), 'utf8')) as ClaimRecord<Note>
  } catch {
    // Followed and removed since the folder was listed, or cut short by a power failure: nobody holds it.
    return null
  }
}

function createExclusively(folder: string, generation: number, record: ClaimRecord<unknown>): boolean {
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

function replace(folder: string, generation: number, record: ClaimRecord<unknown>): void {
  const draft = join(folder, `draft-${process.pid}.json`)
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 })
  renameSync(draft, fileOf(folder, generation))
}
