import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { StudySession } from './study-session.ts'
import type { StudyState } from './study-state.ts'
import { formatZoom, isZoomed, reachOf, wholePicture, ZOOM_MAX, type Zoom, zoomedByStep } from './zoom.ts'

/** The scale that the tool of the light table zooms to. */
const TOOL_SCALE = 2
/** An arrow key moves by this share of the visible part. */
const ARROW_SHARE = 0.1
const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const places = [
  { axis: 'x', name: 'Horizontal position' },
  { axis: 'y', name: 'Vertical position' },
] as const

/** On the light table: zooms in, and shows the whole picture again. */
export function ZoomTool({ session, zoom }: { session: StudySession | null; zoom: Zoom }) {
  const isOn = isZoomed(zoom)
  const next = isOn ? wholePicture : { ...wholePicture, scale: TOOL_SCALE }
  return (
    <button
      type="button"
      className="light-tool light-zoom"
      aria-pressed={isOn}
      aria-keyshortcuts="Plus"
      disabled={!session}
      onClick={() => session?.dispatch({ type: 'zoom', zoom: next })}
    >
      <Icon name="search" />
      Zoom
    </button>
  )
}

/** Over a picture that is zoomed: the scale, and buttons to zoom out, to zoom in and to show the whole picture. */
export function ZoomPill({ session, zoom }: { session: StudySession; zoom: Zoom }) {
  const pill = useRef<HTMLFieldSetElement>(null)
  useFocusOnTool(pill)
  const zoomTo = (next: Zoom) => session.dispatch({ type: 'zoom', zoom: next })
  return (
    <fieldset ref={pill} className="study-pill inline-row small study-zoom has-button figures">
      <legend className="visually-hidden">Zoom</legend>
      <button type="button" aria-label="Zoom out" aria-keyshortcuts="-" onClick={() => zoomTo(zoomedByStep(zoom, -1))}>
        <Icon name="minus" />
      </button>
      <output>{formatZoom(zoom.scale)}</output>
      <button
        type="button"
        aria-label="Zoom in"
        aria-keyshortcuts="Plus"
        aria-disabled={zoom.scale >= ZOOM_MAX || undefined}
        onClick={() => zoomTo(zoomedByStep(zoom, 1))}
      >
        <Icon name="plus" />
      </button>
      <button type="button" onClick={() => zoomTo(wholePicture)}>
        Fit to screen
      </button>
    </fieldset>
  )
}

/** Along two edges of a picture that is zoomed: which part of it is seen. On both, all arrow keys move it. */
export function ZoomPlace({ session, shown: { zoom, zoomRoom } }: { session: StudySession; shown: StudyState }) {
  const reach = reachOf(zoom.scale, zoomRoom)
  const moveTo = (place: Partial<Zoom>) => session.dispatch({ type: 'zoom', zoom: { ...zoom, ...place } })
  const moveByKey = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    // With these modifiers they are shortcuts of the browser.
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const far = ARROW_SHARE / zoom.scale
    moveTo({ x: zoom.x + by.x * far, y: zoom.y + by.y * far })
  }
  return places
    .filter(({ axis }) => reach[axis] > 0)
    .map(({ axis, name }) => (
      <PlaceSlider
        key={axis}
        axis={axis}
        name={name}
        reach={reach[axis]}
        place={zoom[axis]}
        onMove={(place) => moveTo({ [axis]: place })}
        onKeyDown={moveByKey}
      />
    ))
}

interface PlaceSliderProps {
  axis: 'x' | 'y'
  name: string
  /** Farthest from the middle. */
  reach: number
  place: number
  onMove(place: number): void
  onKeyDown(event: KeyboardEvent): void
}

function PlaceSlider({ axis, name, reach, place, onMove, onKeyDown }: PlaceSliderProps) {
  const slider = useRef<HTMLInputElement>(null)
  useFocusOnTool(slider)
  return (
    <input
      ref={slider}
      type="range"
      className={`range study-place is-${axis}`}
      aria-label={name}
      min={(0.5 - reach) * 100}
      max={(0.5 + reach) * 100}
      step="any"
      value={place * 100}
      aria-valuetext={`${Math.round(place * 100)}%`}
      onChange={({ currentTarget }) => onMove(currentTarget.valueAsNumber / 100)}
      onKeyDown={onKeyDown}
    />
  )
}

/** When an element goes that has the focus, the tool of the light table takes it, or keys would not reach the player. */
function useFocusOnTool(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element
    return () => {
      if (!current?.contains(document.activeElement)) return
      const tool = current.closest('.player')?.querySelector<HTMLElement>('.light-zoom')
      tool?.focus({ preventScroll: true })
    }
  }, [element])
}
