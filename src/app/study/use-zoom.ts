import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { StudySession } from './study-session.ts'
import { type BoxPoint, dragged, isZoomed, wholePicture, type Zoom } from './zoom.ts'

/** One turn of a wheel, or a fast pinch on a trackpad, enlarges by the square root of two at most. */
const WHEEL_STEP_MAX = 0.5
/** Doublings per pixel of a wheel's travel. */
const WHEEL_STEP = 0.02
/** Pixels per line of a wheel that travels by lines. */
const LINE_PX = 16

/**
 * Two fingers on the picture zoom, one finger or the mouse moves a picture that is zoomed, and so does a pinch on a
 * trackpad, which browsers tell as a turned wheel with Ctrl.
 *
 * @param frame as large as the picture without zoom
 */
export function useZoomGestures(
  container: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  session: StudySession,
  isOpen: boolean,
): void {
  useEffect(() => {
    const picture = container.current?.querySelector<HTMLElement>('.player-picture')
    const stage = frame.current?.parentElement
    if (!picture || !stage || !isOpen) return
    const controller = new AbortController()
    const { signal } = controller
    const pointers = new Map<number, { x: number; y: number }>()
    const zoomTo = (from: BoxPoint, to: BoxPoint, factor: number) => {
      const { zoom } = session.state
      session.dispatch({ type: 'zoom', zoom: dragged(zoom, from, to, factor) })
    }
    const inBox = (x: number, y: number): BoxPoint => {
      const box = picture.getBoundingClientRect()
      const { offsetWidth: width = 1, offsetHeight: height = 1 } = frame.current ?? {}
      return {
        x: 0.5 + (x - box.left - box.width / 2) / width,
        y: 0.5 + (y - box.top - box.height / 2) / height,
      }
    }

    const start = (event: PointerEvent) => {
      if (event.button !== 0 || !isOnVideo(event)) return
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (event.pointerType === 'mouse' && isZoomed(session.state.zoom)) picture.setPointerCapture(event.pointerId)
    }
    const move = (event: PointerEvent) => {
      // A button may have been let go elsewhere.
      if (event.buttons === 0) pointers.delete(event.pointerId)
      if (!pointers.has(event.pointerId)) return
      const before = spreadOf([...pointers.values()])
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (pointers.size === 1 && !isZoomed(session.state.zoom)) return
      const now = spreadOf([...pointers.values()])
      const factor = before.radius > 0 ? now.radius / before.radius : 1
      zoomTo(inBox(before.x, before.y), inBox(now.x, now.y), factor)
    }
    const end = (event: PointerEvent) => {
      pointers.delete(event.pointerId)
    }
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX)
      const step = Math.max(-WHEEL_STEP_MAX, Math.min(-pixels * WHEEL_STEP, WHEEL_STEP_MAX))
      const at = inBox(event.clientX, event.clientY)
      zoomTo(at, at, 2 ** step)
    }
    // Else two fingers scroll the page, which ends the gesture, and after a flick Chromium drops the next tap.
    const keepFromPage = (event: TouchEvent) => {
      if (!isOnVideo(event)) return
      const isDrag = event.type === 'touchmove' && isZoomed(session.state.zoom)
      if ((isDrag || event.touches.length > 1) && event.cancelable) event.preventDefault()
    }
    picture.addEventListener('pointerdown', start, { signal })
    picture.addEventListener('pointermove', move, { signal })
    picture.addEventListener('pointerup', end, { signal })
    picture.addEventListener('pointercancel', end, { signal })
    picture.addEventListener('lostpointercapture', end, { signal })
    // Buttons and sliders of the stage lie over the picture.
    for (const element of [picture, stage]) element.addEventListener('wheel', turn, { signal, passive: false })
    picture.addEventListener('touchstart', keepFromPage, { signal, passive: false })
    picture.addEventListener('touchmove', keepFromPage, { signal, passive: false })
    return () => controller.abort()
  }, [container, frame, session, isOpen])
}

/** Whether an event is on the video itself: the end card lies over it, and is pressed and scrolled as usual. */
function isOnVideo({ target }: Event): boolean {
  return target instanceof HTMLVideoElement
}

/**
 * While study mode is open, places the video, and the layers over it, by properties of the player.
 *
 * @param frame as large as the picture without zoom, inside the box of the picture
 */
export function useZoomStyle(
  container: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  session: StudySession,
  isOpen: boolean,
): void {
  useLayoutEffect(() => {
    const [player, picture, box] = [container.current, frame.current, frame.current?.parentElement]
    if (!player || !picture || !box || !isOpen) return
    let placed: Zoom | null = null
    const place = () => {
      const { zoom } = session.state
      if (zoom === placed) return
      placed = zoom
      const { scale, x, y } = isZoomed(zoom) ? zoom : wholePicture
      player.style.setProperty('--zoom', String(scale))
      player.style.setProperty('--zoom-x', `${(0.5 - x) * scale * picture.offsetWidth}px`)
      player.style.setProperty('--zoom-y', `${(0.5 - y) * scale * picture.offsetHeight}px`)
    }
    const measure = () => {
      const { offsetWidth: width, offsetHeight: height } = picture
      if (width === 0 || height === 0) return
      session.dispatch({ type: 'zoom room', room: { x: box.offsetWidth / width, y: box.offsetHeight / height } })
    }
    const observer = new ResizeObserver(measure)
    for (const element of [box, picture]) observer.observe(element)
    const end = session.subscribe(place)
    measure()
    return () => {
      observer.disconnect()
      end()
    }
  }, [container, frame, session, isOpen])
}

/** The middle of points, and how far they are from it on average. */
function spreadOf(points: readonly { x: number; y: number }[]) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map((point) => point.x))
  const y = mean(points.map((point) => point.y))
  return { x, y, radius: mean(points.map((point) => Math.hypot(point.x - x, point.y - y))) }
}
