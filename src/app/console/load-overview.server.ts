import type { RouterContextProvider } from 'react-router'
import { isNearlyFull, type Overview } from '#administration/overview.ts'
import { hoshiContext } from '#app/http/context.ts'
import { jobName } from '#app/messages/jobs.ts'
import { failedBackup, wrongWords } from '#app/messages/overview.ts'
import type { Account } from '#identity/account.ts'
import { nameJobSubjects } from './job-subjects.server.ts'
import { toJobItem } from './load-jobs.server.ts'
import { jobsPath } from './places.ts'

export type OverviewPage = Awaited<ReturnType<typeof loadOverview>>
export type MachinePage = NonNullable<OverviewPage['machine']>

/** Reads the data that the overview shows to this person. */
export async function loadOverview(context: Readonly<RouterContextProvider>, reader: Account) {
  const rooms = context.get(hoshiContext)
  const { machine, ...figures } = await rooms.administration.overview(reader)
  const nameOf = await nameJobSubjects(rooms, machine ? [...machine.jobs.current, ...machine.failures] : [])
  return {
    ...figures,
    now: new Date(),
    wrong: findWrong({ machine, ...figures }, rooms.supportEmail),
    machine: machine && {
      storage: machine.storage,
      backups: machine.backups,
      jobs: {
        running: machine.jobs.running,
        waiting: machine.jobs.waiting,
        failed: machine.jobs.failed,
        current: machine.jobs.current.map(({ kind, about, startedAt, percent }) => ({
          startedAt,
          percent,
          name: jobName(kind),
          about: nameOf(about),
        })),
      },
      failures: machine.failures.map((job) => toJobItem(job, nameOf)),
    },
  }
}

/** Problems that need attention, the most urgent first, each with the page about it. */
function findWrong(
  { machine, nodes }: Pick<Overview, 'machine' | 'nodes'>,
  supportEmail: string | null,
): { text: string; to: string | null }[] {
  const silent = nodes.filter(({ isSilent }) => isSilent).map(({ name }) => name)
  const wrong = silent.length > 0 ? [{ text: wrongWords.silent(silent), to: null }] : []
  if (!machine) return wrong
  const { storage, backups, jobs } = machine
  const problem = failedBackup(backups)
  const { totalBytes, freeBytes } = storage
  return [
    ...(isNearlyFull(storage) ? [{ text: wrongWords.disk(1 - freeBytes / totalBytes, freeBytes), to: null }] : []),
    ...wrong,
    ...(problem === null ? [] : [{ text: wrongWords.backup(problem), to: null }]),
    ...(supportEmail === null ? [{ text: wrongWords.contact, to: null }] : []),
    ...(jobs.failed > 0 ? [{ text: wrongWords.jobs(jobs.failed), to: jobsPath }] : []),
  ]
}
