import { type RefObject, useLayoutEffect, useRef } from 'react'

interface DriftingNoteProps {
  text: string
  lane: number
  /** Seconds of the video. */
  from: number
  to: number
  video: RefObject<HTMLVideoElement | null>
  isMoving: boolean
  position: number
  rate: number
}

/** Time that a note spends beyond the right edge: an animation cannot play from before its beginning. */
const DELAY_MS = 2_000
/** The clocks of video and animation may differ by so much before a note is moved. */
const TOLERANCE_MS = 80

/**
 * A note that crosses the picture from right to left in the time of the video: it pauses, slows down and seeks with it.
 * The browser moves it without our code (docs/decisions/0094-timed-notes.md).
 */
export function DriftingNote({ text, lane, from, to, video, isMoving, position, rate }: DriftingNoteProps) {
  const element = useRef<HTMLParagraphElement>(null)
  const animation = useRef<Animation>(null)

  useLayoutEffect(() => {
    const started = element.current?.animate(
      { transform: ['translateX(0)', 'translateX(calc(-100% - 100cqi))'] },
      { delay: DELAY_MS, duration: (to - from) * 1000, fill: 'both' },
    )
    started?.pause()
    animation.current = started ?? null
    return () => started?.cancel()
  }, [from, to])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is read from the video, at each report of one
  useLayoutEffect(() => {
    const running = animation.current
    if (!running || !video.current) return
    const wanted = (video.current.currentTime - from) * 1000 + DELAY_MS
    const end = (to - from) * 1000 + DELAY_MS
    // Before its time is set: an animation that is told to pause goes on until the next frame.
    if (!isMoving) running.pause()
    const isOff = Math.abs(Number(running.currentTime ?? Number.NaN) - wanted) > TOLERANCE_MS
    if (running.currentTime === null || isOff || !isMoving) running.currentTime = Math.min(Math.max(0, wanted), end)
    running.playbackRate = rate
    if (isMoving && running.playState === 'paused' && wanted < end) running.play()
  }, [video, from, to, isMoving, position, rate])

  return (
    <p ref={element} className="note-on-picture" data-lane={lane}>
      {text}
    </p>
  )
}
