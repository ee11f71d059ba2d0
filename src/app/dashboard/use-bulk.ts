import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { bulkResults } from '#app/messages/dashboard.ts'
import { BULK_FAILED } from '#app/messages/failures.ts'
import type { OwnRow, RowMetadata } from '#app/own-episodes/own-row.ts'
import { pickMetadata } from '#catalog/episode-metadata.ts'
import { actionProblemOf } from './action-problem.ts'
import { type BulkEdit, changeEpisodes, deleteEpisodes, editEpisode } from './dashboard-api.ts'
import type { RowEvent } from './own-list.ts'
import { placeInSeries } from './series-placing.ts'

/** The result of a bulk change in words, and how to take it back. */
export interface BulkResult {
  message: string
  isFailure: boolean
  undo: (() => void) | null
}

/** Changes and deletes several episodes, and shows the result in the list. */
export function useBulk(applyEvent: (event: RowEvent) => void) {
  const [isBusy, setBusy] = useState(false)
  const revalidator = useRevalidator()
  const [result, setResult] = useState<BulkResult | null>(null)

  /** @returns whether anything was done */
  async function run(work: () => Promise<BulkResult>): Promise<boolean> {
    setBusy(true)
    setResult(null)
    try {
      setResult(await work())
      return true
    } catch (thrown) {
      setResult({ message: actionProblemOf(thrown).detail ?? BULK_FAILED, isFailure: true, undo: null })
      return false
    } finally {
      setBusy(false)
    }
  }

  function show(row: OwnRow, change: Partial<RowMetadata>): void {
    const { visibility, publishAt } = row
    applyEvent({ type: 'edited', id: row.id, metadata: { ...pickMetadata(row), visibility, publishAt, ...change } })
  }

  async function undo(rows: OwnRow[], change: BulkEdit): Promise<BulkResult> {
    let restored = 0
    for (const row of rows) {
      const before = Object.fromEntries(Object.keys(change).map((name) => [name, row[name as keyof BulkEdit]]))
      const metadata = await editEpisode(row.id, before).catch(() => null)
      if (!metadata) continue
      applyEvent({ type: 'edited', id: row.id, metadata })
      restored += 1
    }
    const failed = rows.length - restored
    return { message: bulkResults.undone(restored, failed), isFailure: failed > 0, undo: null }
  }

  return {
    isBusy,
    result,
    dismiss: () => setResult(null),

    change: (rows: OwnRow[], change: BulkEdit) =>
      run(async () => {
        const refused = await changeEpisodes(idsOf(rows), change)
        const changed = rows.filter(({ id }) => !refused.has(id))
        for (const row of changed) show(row, change)
        return {
          message: bulkResults.changed(changed.length, refused.size),
          isFailure: refused.size > 0,
          undo: changed.length > 0 ? () => void run(() => undo(changed, change)) : null,
        }
      }),

    place: (rows: OwnRow[], seriesId: string | null) =>
      run(async () => {
        const { changedCount, refusedCount, undo } = await placeInSeries(rows, seriesId)
        await revalidator.revalidate()
        const takeBack = async (work: NonNullable<typeof undo>): Promise<BulkResult> => {
          const { restored, failed } = await work()
          await revalidator.revalidate()
          return { message: bulkResults.undone(restored, failed), isFailure: failed > 0, undo: null }
        }
        return {
          message: bulkResults.changed(changedCount, refusedCount),
          isFailure: refusedCount > 0,
          undo: undo && (() => void run(() => takeBack(undo))),
        }
      }),

    remove: (rows: OwnRow[]) =>
      run(async () => {
        const refused = await deleteEpisodes(idsOf(rows))
        const removed = rows.filter(({ id }) => !refused.has(id))
        for (const { id } of removed) applyEvent({ type: 'removed', id })
        const message = bulkResults.deleted(removed.length, refused.size)
        return { message, isFailure: refused.size > 0, undo: null }
      }),
  }
}

function idsOf(rows: OwnRow[]): string[] {
  return rows.map(({ id }) => id)
}
