import { useRef, useState } from 'react'
import { moveRow } from './move-row.ts'
import { useFocusNext } from './use-focus-next.ts'

/** A row on the page, with the key that it keeps wherever it moves. */
interface PlacedRow<Row> {
  key: number
  row: Row
}

interface OrderedRowsOptions {
  /** While the form is sent, nothing changes that its answer would replace. */
  isLocked: boolean
  /** The answer that refused the form; null for none. */
  refused: object | null
  /** Whether that answer is about the row that was at this place. */
  isRefusedAt(at: number): boolean
}

/**
 * Rows of a form that are added, moved and removed in the page. Each change says whether it took place, and has the focus
 * follow: the first field of a row has the `data-focus` `field {key}`, the button that adds one has `add`.
 */
export function useOrderedRows<Row>(initial: readonly Row[], { isLocked, refused, isRefusedAt }: OrderedRowsOptions) {
  const [rows, setRows] = useState<PlacedRow<Row>[]>(() => initial.map((row, key) => ({ key, row })))
  const [startedWith] = useState(initial.length)
  const nextKey = useRef(startedWith)
  const focusNext = useFocusNext()
  // The row that was refused keeps its mark when it moves.
  const findFault = () => rows.find((_, at) => isRefusedAt(at))?.key
  const [fault, setFault] = useState(() => ({ refused, key: findFault() }))
  if (fault.refused !== refused) setFault({ refused, key: findFault() })

  function change(changed: PlacedRow<Row>[], focus: string): boolean {
    if (isLocked) return false
    setRows(changed)
    focusNext(focus)
    return true
  }

  return {
    rows,
    /** Number of rows at the start: their keys are their places then. */
    startedWith,
    /** Key of the row that was refused. */
    faultKey: fault.key,
    add(row: Row): boolean {
      const key = nextKey.current++
      return change([...rows, { key, row }], `field ${key}`)
    },
    /** @param focus `data-focus` of the element that has the focus afterwards */
    move(from: number, to: number, focus: string): boolean {
      return change(moveRow(rows, from, to), focus)
    },
    /** Removes a row; the last one left is replaced where a form always has one. */
    remove(at: number, replacement?: Row): boolean {
      const neighbour = rows[at + 1] ?? rows[at - 1]
      if (neighbour) return change(rows.toSpliced(at, 1), `field ${neighbour.key}`)
      if (replacement === undefined) return change([], 'add')
      const key = nextKey.current++
      return change([{ key, row: replacement }], `field ${key}`)
    },
  }
}
