import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** How a chart divides its width: into columns side by side, or by points from edge to edge. */
type Division = 'columns' | 'points'

/** The index of one column or point of a chart, chosen with the arrow keys, Home and End, or the pointer. @param first without a choice */
export function useChartSlider(count: number, division: Division, first: 'first' | 'last') {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = Math.max(0, count - 1)
  const clamp = (index: number) => Math.max(0, Math.min(last, index))
  const index = clamp(chosen ?? (first === 'first' ? 0 : last))
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / width
    setChosen(clamp(division === 'columns' ? Math.floor(share * count) : Math.round(share * last)))
  }
  return {
    index,
    last,
    keyHandlers: {
      onKeyDown(event: KeyboardEvent) {
        const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
        if (next === undefined) return
        event.preventDefault()
        setChosen(clamp(next))
      },
    },
    pointerHandlers: { onPointerMove: choose, onPointerDown: choose },
  }
}
