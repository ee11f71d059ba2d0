import type { TakenKind } from '#identity/import-report.ts'
import type { Db } from '#platform/database.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { isLasting } from '#platform/lasting-error.ts'
import type { Locks } from '#platform/locks.server.ts'
import type { Log } from '#platform/log.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { ArchiveProblem } from './archive-problem.ts'
import { type ListName, listNames } from './export-document.ts'
import { openArchive } from './open-archive.server.ts'
import { takeAccount } from './take-account.server.ts'
import { takeEpisodes } from './take-episodes.server.ts'
import { takeLibrary } from './take-library.server.ts'
import { takeSeries } from './take-series.server.ts'
import { takeSubtitles } from './take-subtitles.server.ts'
import { createReportWriter, type ImportRooms, type Taking } from './taking.ts'

interface ImportJobData {
  uid: string
  id: string
}

const aboutAccount = { about: ({ uid }: ImportJobData) => ({ kind: 'account', id: uid }) }

/** Dead-letter queue of imports that failed at every attempt. */
const giveUpJob: JobKind<ImportJobData> = {
  ...aboutAccount,
  name: 'server.import-give-up',
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

/** Takes all that may be taken from an archive. An attempt goes on where the last one ended. */
export const importJob: JobKind<ImportJobData> = {
  ...aboutAccount,
  name: 'server.import',
  retryLimit: 20,
  retryDelaySeconds: 30,
  expireInSeconds: 6 * 3600,
  deadLetter: giveUpJob.name,
}

/** Imports of one process at once; a long one lets another through. */
const AT_ONCE = 2
const ASK_AGAIN_SECONDS = 60

export interface ImportJobParts {
  db: Db
  jobs: Jobs
  locks: Locks
  /** The storage of archives that wait. */
  storage: ObjectStorage
  /** Local folder for attempts. */
  scratchDir: string
  rooms: ImportRooms
  log: Pick<Log, 'error'>
}

/** Registers the job of imports. It acts in every room, so it is assembled here. */
export function handleImports(parts: ImportJobParts): void {
  const { db, jobs, locks, rooms, log } = parts
  jobs.handle(giveUpJob, 1, ({ id }) => rooms.imports.end(id, 'interrupted'))
  jobs.handle(importJob, AT_ONCE, async (job, { signal }) => {
    const lock = await locks.tryAcquire(`import ${job.uid}`)
    // Another process is at it, or was when it died.
    if (!lock) return await jobs.enqueue(db, importJob, job, { startAfterSeconds: ASK_AGAIN_SECONDS })
    try {
      await importArchive(parts, job, AbortSignal.any([signal, lock.lost]))
      await rooms.imports.end(job.id, null)
    } catch (error) {
      if (error instanceof ArchiveProblem) return await rooms.imports.end(job.id, error.problem)
      if (!isLasting(error)) throw error
      log.error({ err: error, import: job.id }, 'imports: ended by an error that would come again')
      await rooms.imports.end(job.id, 'not_takeable')
    } finally {
      await lock.release()
    }
  })
}

/** Runs also for an import that has ended, or whose account is gone: then only the archive is left to remove. */
async function importArchive({ storage, scratchDir, rooms }: ImportJobParts, job: ImportJobData, signal: AbortSignal) {
  const { identity, imports } = rooms
  if (!(await imports.isRunning(job.uid, job.id))) return
  const account = async () => {
    const found = await identity.find(job.uid)
    if (!found) throw new ArchiveProblem('account_closed')
    try {
      await identity.ensureMayWrite(found)
    } catch (error) {
      throw isRefusal(error) ? new ArchiveProblem('account_closed', { cause: error }) : error
    }
    return found
  }
  const before = await imports.expectProgressOf(await account())
  await using archive = await openArchive({ storage, scratchDir }, job.id, signal)
  const report = createReportWriter()
  const taking: Taking = {
    rooms,
    importId: job.id,
    requestedAt: before.requestedAt,
    archive,
    report,
    signal,
    account,
    memory: imports.memoryOf(job.uid),
  }
  reportBeyond(taking)
  const steps = [
    () => takeAccount(taking, before.report.taken),
    () => takeEpisodes(taking),
    () => takeSubtitles(taking),
    () => takeSeries(taking),
    () => takeLibrary(taking),
  ]
  for (const step of steps) {
    await step()
    await imports.report(job.id, report.written())
  }
}

/** Reports the lists with more items than an import takes. */
function reportBeyond({ archive, report }: Taking): void {
  const kinds: Partial<Record<ListName, TakenKind>> = {
    episodes: 'episode',
    series: 'series',
    subtitles: 'subtitles',
    follows: 'follow',
    'library.history': 'history',
    'library.watchLater': 'watchLater',
  }
  for (const list of listNames) {
    const kind = kinds[list]
    if (kind && archive.beyond(list) > 0) report.leaveOut(kind, '', 'too_many')
  }
}
