import { useState } from 'react'
import { useOrderedRows } from '#app/ui/use-ordered-rows.ts'
import { type CreditRow, emptyRow, linkField } from './credits-form.ts'

export type CreditRowList = ReturnType<typeof useCreditRows>

/** Rows of credits that are added, moved and removed in the page, each change with what is said about it. */
export function useCreditRows(
  initial: readonly CreditRow[],
  { isLocked, refused }: { isLocked: boolean; refused: { field: string | null } | null },
) {
  const [announcement, announce] = useState('')
  const list = useOrderedRows(initial, {
    isLocked,
    refused,
    isRefusedAt: (at) => refused?.field === linkField(at),
  })
  return {
    rows: list.rows,
    /** Key of the row whose link was refused. */
    faultKey: list.faultKey,
    announcement,
    add() {
      if (list.add(emptyRow)) announce('Added.')
    },
    move(from: number, to: number, focus: string) {
      if (list.move(from, to, focus)) announce(`Now ${to + 1} of ${list.rows.length}.`)
    },
    remove(at: number) {
      if (list.remove(at, emptyRow)) announce('Removed.')
    },
  }
}
