import type { MouseEvent } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { StudySession } from './study-session.ts'
import type { StudyState } from './study-state.ts'
import { formatZoom, reachOf, wholePicture, ZOOM_MAX, type Zoom, zoomedByStep } from './zoom.ts'

/** What the tool of the light table zooms to. */
const TOOL_SCALE = 2
/** An arrow key moves by this share of what is seen. */
const ARROW_SHARE = 0.1
const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const places = [
  { axis: 'x', name: 'Left to right' },
  { axis: 'y', name: 'Top to bottom' },
] as const

/** On the light table: zooms in, and shows the whole picture again. */
export function ZoomTool({ session, zoom }: { session: StudySession | null; zoom: Zoom }) {
  const isZoomed = zoom.scale > 1
  const next = isZoomed ? wholePicture : { ...wholePicture, scale: TOOL_SCALE }
  return (
    <button
      type="button"
      className="light-tool light-zoom"
      aria-pressed={isZoomed}
      disabled={!session}
      onClick={() => session?.dispatch({ type: 'zoom', zoom: next })}
    >
      <Icon name="search" />
      Zoom
    </button>
  )
}

/** Over a picture that is zoomed: by how much, more, less, and not any more. */
export function ZoomPill({ session, zoom }: { session: StudySession; zoom: Zoom }) {
  const zoomTo = ({ currentTarget }: MouseEvent, next: Zoom) => {
    // The pill, and the focus in it, are gone then.
    const tool = currentTarget.closest('.player')?.querySelector<HTMLElement>('.light-zoom')
    if (next.scale === 1) tool?.focus({ preventScroll: true })
    session.dispatch({ type: 'zoom', zoom: next })
  }
  return (
    <fieldset className="study-pill study-zoom has-button figures">
      <legend className="visually-hidden">Zoom</legend>
      <button type="button" aria-label="Zoom out" onClick={(event) => zoomTo(event, zoomedByStep(zoom, -1))}>
        <Icon name="minus" />
      </button>
      <output>{formatZoom(zoom.scale)}</output>
      <button
        type="button"
        aria-label="Zoom in"
        aria-disabled={zoom.scale >= ZOOM_MAX || undefined}
        onClick={(event) => zoomTo(event, zoomedByStep(zoom, 1))}
      >
        <Icon name="plus" />
      </button>
      <button type="button" onClick={(event) => zoomTo(event, wholePicture)}>
        Whole picture
      </button>
    </fieldset>
  )
}

/** Along two edges of a picture that is zoomed: which part of it is seen. On both, all arrow keys move it. */
export function ZoomPlace({ session, shown: { zoom, zoomRoom } }: { session: StudySession; shown: StudyState }) {
  const reach = reachOf(zoom.scale, zoomRoom)
  const moveTo = (place: Partial<Zoom>) => session.dispatch({ type: 'zoom', zoom: { ...zoom, ...place } })
  return places
    .filter(({ axis }) => reach[axis] > 0)
    .map(({ axis, name }) => (
      <input
        key={axis}
        type="range"
        className={`range study-place is-${axis}`}
        aria-label={name}
        min={(0.5 - reach[axis]) * 100}
        max={(0.5 + reach[axis]) * 100}
        step="any"
        value={zoom[axis] * 100}
        aria-valuetext={`${Math.round(zoom[axis] * 100)} %`}
        onChange={({ currentTarget }) => moveTo({ [axis]: currentTarget.valueAsNumber / 100 })}
        onKeyDown={(event) => {
          const by = arrows[event.key]
          if (!by) return
          event.preventDefault()
          const far = ARROW_SHARE / zoom.scale
          moveTo({ x: zoom.x + by.x * far, y: zoom.y + by.y * far })
        }}
      />
    ))
}
