import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { moveRow } from '#app/ui/move-row.ts'
import { type EditRow, numberAt, seriesListOf, withArc } from './list-order.ts'
import type { EditorEpisode } from './load-editor.server.ts'

/**
 * The lines of the editor while they are changed in the page, and the announcement of the last change.
 * @param isLocked whether nothing may change now
 */
export function useSeriesRows(initial: EditRow[], episodes: EditorEpisode[], isLocked: boolean) {
  const [rows, setRows] = useState(initial)
  const [announcement, announce] = useState('')
  const [lifted, setLifted] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  // Read by a drag, which outlives the render that it began in.
  const current = useRef({ rows, isLocked })
  current.current = { rows, isLocked }

  // A line that moves in the document loses the focus.
  useLayoutEffect(() => {
    const element = focused.current
    focused.current = null
    // The button of the first or last line is disabled, and its neighbour takes over.
    const target = element?.matches(':disabled')
      ? element.parentElement?.querySelector<HTMLElement>('button:not(:disabled)')
      : element
    if (target?.isConnected && document.activeElement !== target) target.focus()
  })

  const nameOf = (row: EditRow) =>
    row.kind === 'arc' ? row.title || 'Arc' : (episodes.find(({ id }) => id === row.key)?.title ?? '')

  function describe(changed: EditRow[], at: number): string {
    const row = changed[at]!
    const total = seriesListOf(changed).episodeIds.length
    if (row.kind === 'arc') return `${nameOf(row)} now starts at episode ${numberAt(changed, at) + 1} of ${total}.`
    const arc = changed.slice(0, at).findLast((each) => each.kind === 'arc')
    const place = `${nameOf(row)} is now episode ${numberAt(changed, at)} of ${total}`
    return arc?.title ? `${place}, in ${arc.title}.` : `${place}.`
  }

  function move(from: number, to: number): void {
    const { rows: before, isLocked: isLockedNow } = current.current
    const changed = moveRow(before, from, to)
    if (isLockedNow || changed === before) return
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setRows(changed)
    announce(describe(changed, to))
  }

  /** Moves the line below the pointer's height, until the pointer is released. */
  function drag(event: PointerEvent<HTMLElement>, key: string): void {
    event.preventDefault()
    setLifted(key)
    const handleMove = ({ clientY }: globalThis.PointerEvent) => {
      const from = current.current.rows.findIndex((row) => row.key === key)
      const items = [...(list.current?.children ?? [])]
      const to = items.findIndex((item, at) => {
        const { top, bottom } = item.getBoundingClientRect()
        const middle = (top + bottom) / 2
        return at < from ? clientY < middle : at > from && clientY > middle && clientY < bottom
      })
      if (to >= 0 && to !== from) move(from, to)
    }
    const handleEnd = () => {
      setLifted(null)
      window.removeEventListener('pointermove', handleMove)
      window.removeEventListener('pointerup', handleEnd)
      window.removeEventListener('pointercancel', handleEnd)
    }
    window.addEventListener('pointermove', handleMove)
    window.addEventListener('pointerup', handleEnd)
    window.addEventListener('pointercancel', handleEnd)
  }

  return {
    rows,
    list,
    lifted,
    isLocked,
    announcement,
    move,
    drag,
    nameOf,
    moveByKey(event: KeyboardEvent, at: number) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!by || !event.altKey) return
      event.preventDefault()
      move(at, at + by)
    },
    takeOut(at: number) {
      if (isLocked) return
      const row = rows[at]!
      setRows(rows.toSpliced(at, 1))
      announce(
        row.kind === 'arc' ? `The arc ${nameOf(row)} was removed.` : `${nameOf(row)} was removed from the series.`,
      )
      list.current?.focus()
    },
    add(id: string) {
      const added: EditRow[] = [...rows, { kind: 'episode', key: id }]
      setRows(added)
      announce(describe(added, added.length - 1))
    },
    addArc() {
      setRows(withArc(rows))
      announce('Arc added at the end.')
    },
    rename(at: number, title: string) {
      setRows(rows.map((row, index) => (index === at && row.kind === 'arc' ? { ...row, title } : row)))
    },
  }
}
