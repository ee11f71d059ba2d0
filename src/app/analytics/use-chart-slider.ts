import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** How a chart divides its width: into columns side by side, or by points from edge to edge. */
type Places = 'columns' | 'points'

/** One of the places of a chart, chosen with the arrow keys, Home and End, or the pointer. @param first without a choice */
export function useChartSlider(count: number, places: Places, first: 'first' | 'last') {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = Math.max(0, count - 1)
  const within = (place: number) => Math.max(0, Math.min(last, place))
  const place = within(chosen ?? (first === 'first' ? 0 : last))
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / width
    setChosen(within(places === 'columns' ? Math.floor(share * count) : Math.round(share * last)))
  }
  return {
    place,
    last,
    keyHandlers: {
      onKeyDown(event: KeyboardEvent) {
        const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last }[event.key]
        if (next === undefined) return
        event.preventDefault()
        setChosen(within(next))
      },
    },
    pointerHandlers: { onPointerMove: choose, onPointerDown: choose },
  }
}
