import { formatBytes } from '#app/messages/overview.ts'
import { formatCount } from '#app/ui/format.ts'
import type { StorageConfig } from '../config-storage.ts'
import { textTable } from '../text-table.ts'
import type { FinishedMove } from './move.server.ts'
import { type MoveFigures, noFigures } from './move-run.ts'

export function progressWords({ found, copied }: { found: number; copied: number }): string {
  return `storage: ${formatCount(found)} files found so far, ${formatCount(copied)} of them copied`
}

/** Whether everything that could be moved was. */
export function isComplete(finished: FinishedMove): boolean {
  return finished.stoppedBy === null && finished.unprovenCount === 0 && totalOf(finished).failed === 0
}

/** The lines that `npm run storage -- move` prints at its end: a table and the next steps. */
export function movedWords(finished: FinishedMove, kind: StorageConfig['kind']): string[] {
  const total = totalOf(finished)
  const rows = [...finished.folders].filter(([, { found, removed }]) => found + removed > 0)
  const table = textTable([
    ['folder', 'found', 'copied', 'bytes', 'skipped', 'failed', 'removed'],
    ...rows.map(([folder, figures]) => cellsOf(folder, figures)),
    cellsOf('all', total),
  ])
  const failures = finished.failures.map(({ key, reason }) => `${key}: ${reason}`)
  const others = total.failed - finished.failures.length
  if (others > 0) failures.push(`… and ${formatCount(others)} more.`)
  return [...table, ...failures, ...warningsOf(finished), nextStep(finished, kind)]
}

function totalOf({ folders }: FinishedMove): MoveFigures {
  const total = noFigures()
  for (const figures of folders.values())
    for (const name of Object.keys(total) as (keyof MoveFigures)[]) total[name] += figures[name]
  return total
}

function cellsOf(name: string, figures: MoveFigures): string[] {
  const { found, copied, copiedBytes, skipped, failed, removed } = figures
  const counts = [skipped, failed, removed].map((count) => formatCount(count))
  return [name, formatCount(found), formatCount(copied), formatBytes(copiedBytes), ...counts]
}

function warningsOf({ arrivingCount, unprovenCount, stoppedBy, from, to }: FinishedMove): string[] {
  const warnings: string[] = []
  if (stoppedBy !== null) warnings.push(`The move has stopped: ${stoppedBy}`)
  if (arrivingCount > 0)
    warnings.push(`Files that were still arriving: ${formatCount(arrivingCount)}. The next move brings them.`)
  if (unprovenCount > 0)
    warnings.push(
      `${formatCount(unprovenCount)} files that were moved are absent in ${from}, which is more than people delete. They stay in ${to}; check ${from} with npm run audit.`,
    )
  return warnings
}

function nextStep(finished: FinishedMove, kind: StorageConfig['kind']): string {
  const { from, to, isTargetInUse } = finished
  if (!isComplete(finished)) return 'Not everything was moved. The same command goes on where this one has ended.'
  if (isTargetInUse)
    return `Everything is in ${to}, which Hoshi uses. Once npm run audit finds nothing, you may remove what is left in ${from}.`
  const settings = kind === 's3' ? 'STORAGE=s3' : 'STORAGE=disk, without the settings of S3'
  return `Everything is in ${to}. Restart Hoshi with ${settings}, then run the same command with its new settings once more: it brings what has arrived in between.`
}
