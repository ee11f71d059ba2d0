import { type RefObject, useEffect, useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { outlineOf } from './onion-outlines.ts'
import { formatClock } from './study-clock.ts'
import { onionFrames, type StudySession } from './study-session.ts'
import { loopRange, type StudyState } from './study-state.ts'
import { useZoomGestures, useZoomStyle } from './use-zoom.ts'
import { isZoomed } from './zoom.ts'
import { ZoomPill, ZoomPlace } from './zoom-controls.tsx'

interface StudyStageProps {
  container: RefObject<HTMLElement | null>
  session: StudySession
  shown: StudyState
  isOpen: boolean
  isPlaying: boolean
  /** Whether the frame belongs to flashes that are dimmed. */
  isDimmed: boolean
}

/** Over the picture: the exact frame, the drawings that shine through, the grid, and words about the present state. */
export function StudyStage({ container, session, shown, isOpen, isPlaying, isDimmed }: StudyStageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const { overlays, isRunning, zoom } = shown
  useZoomGestures(container, picture, session, isOpen)
  useZoomStyle(container, picture, session, isOpen)
  useEffect(() => {
    session.setCanvas(canvas.current)
    return () => session.setCanvas(null)
  }, [session])
  const isEnlarged = isOpen && isZoomed(zoom)
  const isFlipped = isOpen && overlays.flip
  const isOnionShown = isOpen && overlays.onion && !isPlaying
  const classes = ['study-stage', isFlipped && 'is-flipped', isEnlarged && 'is-zoomed', isDimmed && 'is-dimmed']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <div ref={picture} className="study-picture">
        <canvas ref={canvas} className="study-frame" hidden />
        {isOnionShown && <OnionSkin session={session} shown={shown} />}
        {isOpen && overlays.grid && <Grid />}
        {isOpen && overlays.safe && <SafeArea />}
      </div>
      <div className="study-pills cluster">
        {isOpen && isRunning && <p className="study-pill inline-row small is-pencil">8 drawings per second</p>}
        {isOpen && !isRunning && !isPlaying && <DrawingPill session={session} frame={shown.frame} />}
        {isFlipped && (
          <p className="study-pill inline-row small">
            <Icon name="flip" />
            <b>Flipped</b>
          </p>
        )}
        {isEnlarged && <ZoomPill session={session} zoom={zoom} />}
        {!isOpen && shown.loop.isOn && <LoopPill session={session} shown={shown} />}
        {isOnionShown && <OnionPill session={session} shown={shown} />}
      </div>
      {isEnlarged && <ZoomPlace session={session} shown={shown} />}
    </div>
  )
}

/** Outlines that were drawn last; a drawing is looked at from both sides. */
const OUTLINES_KEPT = 16

function OnionSkin({ session, shown }: { session: StudySession; shown: StudyState }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const outlines = useRef(new Map<string, HTMLCanvasElement>())
  const latest = useRef(shown)
  latest.current = shown

  useEffect(() => {
    const outline = (frame: number, now: VideoFrame, side: 'previous' | 'next') => {
      const key = `${side} ${frame} ${latest.current.frame}`
      const known = outlines.current.get(key)
      if (known) return known
      const picture = session.takeFrame(frame)
      const made = picture && outlineOf(picture, now, side)
      picture?.close()
      if (!made) return null
      outlines.current.set(key, made)
      const [oldest] = outlines.current.keys()
      if (outlines.current.size > OUTLINES_KEPT && oldest) outlines.current.delete(oldest)
      return made
    }
    const draw = () => {
      const target = canvas.current
      const context = target?.getContext('2d')
      const { frame, onion } = latest.current
      const now = session.takeFrame(frame)
      if (!target || !context || !now) return
      const lines = onionFrames(session.frames, frame, onion).flatMap((each) => {
        const made = outline(each.frame, now, each.side)
        return made ? [{ made, strength: each.strength }] : []
      })
      now.close()
      // Also empties it.
      const [first] = lines
      Object.assign(target, { width: first?.made.width ?? 1, height: first?.made.height ?? 1 })
      for (const { made, strength } of lines) {
        context.globalAlpha = strength
        context.drawImage(made, 0, 0)
      }
      target.dataset.frames = lines.length > 0 ? String(frame) : ''
    }
    draw()
    // Frames of other drawings may still come, many at once.
    let tick = 0
    const end = session.subscribe(() => {
      cancelAnimationFrame(tick)
      tick = requestAnimationFrame(draw)
    })
    return () => {
      cancelAnimationFrame(tick)
      end()
    }
  }, [session])
  return <canvas ref={canvas} className="study-onion" />
}

function OnionPill({ session, shown }: { session: StudySession; shown: StudyState }) {
  const { drawings } = session.frames
  if (!drawings) return null
  const [previous, next] = [drawings.beside(shown.frame, -1), drawings.beside(shown.frame, 1)]
  return (
    <p className="study-pill inline-row small is-end figures">
      {previous && (
        <>
          <i className="study-mark is-previous" /> <span className="visually-hidden">Previous drawing</span>{' '}
          {previous.number}
        </>
      )}
      {next && (
        <>
          <i className="study-mark is-next" /> <span className="visually-hidden">Next drawing</span> {next.number}
        </>
      )}
    </p>
  )
}

function DrawingPill({ session, frame }: { session: StudySession; frame: number }) {
  const drawing = session.frames.drawings?.at(frame)
  if (!drawing) return null
  return (
    <p className="study-pill inline-row small figures">
      <b>Drawing {drawing.number}</b>
      {drawing.length > 1 && ` frame ${frame - drawing.first + 1} of ${drawing.length}`}
    </p>
  )
}

/** Outside of study mode, a loop says so and can be ended. */
function LoopPill({ session, shown }: { session: StudySession; shown: StudyState }) {
  const range = loopRange(shown)
  if (!range) return null
  const { times } = session.frames
  return (
    <p className="study-pill inline-row small is-loop has-button figures">
      <Icon name="loop" />
      {formatClock(times, range.from)} to {formatClock(times, range.to)}
      <button type="button" aria-keyshortcuts="l" onClick={() => session.dispatch({ type: 'toggle loop' })}>
        Stop loop
      </button>
    </p>
  )
}

function Grid() {
  return (
    <svg className="study-lines" viewBox="0 0 960 540" preserveAspectRatio="none" aria-hidden="true">
      <path className="study-thirds" d="M320 0V540M640 0V540M0 180H960M0 360H960" />
      <path className="study-centre" d="M470 270h20M480 260v20" />
    </svg>
  )
}

/** Action safe is 93 % of the picture, title safe 90 % (EBU R 95, SMPTE ST 2046-1). */
function SafeArea() {
  return (
    <>
      <svg className="study-lines" viewBox="0 0 960 540" preserveAspectRatio="none" aria-hidden="true">
        <rect className="study-action-safe" x="33.6" y="18.9" width="892.8" height="502.2" />
        <rect className="study-title-safe" x="48" y="27" width="864" height="486" />
      </svg>
      <span className="study-safe-name" aria-hidden="true">
        title safe 90%
      </span>
    </>
  )
}
