import { useId } from 'react'
import { type Chapter, chapterAt, chapterEnd } from '#catalog/chapters.ts'
import type { FlashRange } from './flash-phase.ts'
import { minuteMarks, type PlayerState } from './player-state.ts'

interface SeekTrackProps {
  state: Pick<PlayerState, 'position' | 'duration' | 'bufferedUntil'>
  chapters: readonly Chapter[]
  flashes: readonly FlashRange[]
  /** The time that is pointed at; null for none. */
  pointed: number | null
}

/** Height of the drawing, and of the track in it, in pixels; as in seek.css. */
const [HEIGHT, TRACK_HEIGHT] = [9, 5]
const GAP_PX = 3

/**
 * The drawn track: played part, buffered part, a gap between chapters, and a tick at each full minute; flashes are
 * hatched. The chapter that is pointed at is higher. Attributes only: a policy forbids style attributes in pages.
 */
export function SeekTrack({
  state: { position, duration, bufferedUntil },
  chapters,
  flashes,
  pointed,
}: SeekTrackProps) {
  const maskId = useId()
  const share = (seconds: number) => `${duration > 0 ? (100 * Math.min(seconds, duration)) / duration : 0}%`
  const raised = pointed === null ? null : chapterAt(chapters, pointed)
  return (
    <>
      <svg className="seek-track" aria-hidden="true">
        <mask id={maskId}>
          <rect y={(HEIGHT - TRACK_HEIGHT) / 2} width="100%" height={TRACK_HEIGHT} rx={TRACK_HEIGHT / 2} fill="#fff" />
          {raised && (
            <rect
              x={share(raised.startSeconds)}
              width={share(chapterEnd(chapters, raised, duration) - raised.startSeconds)}
              height={HEIGHT}
              rx={TRACK_HEIGHT / 2}
              fill="#fff"
            />
          )}
          {chapters.slice(1).map(({ startSeconds }) => (
            <line
              key={startSeconds}
              x1={share(startSeconds)}
              x2={share(startSeconds)}
              y2={HEIGHT}
              stroke="#000"
              strokeWidth={GAP_PX}
            />
          ))}
        </mask>
        <g mask={`url(#${maskId})`}>
          <rect className="seek-whole" width="100%" height={HEIGHT} />
          <rect className="seek-buffered" width={share(bufferedUntil)} height={HEIGHT} />
          <rect className="seek-played" width={share(position)} height={HEIGHT} />
        </g>
        {flashes.map(({ from, to, kind }) => (
          <line key={`${kind}${from}`} className="seek-flash" x1={share(from)} x2={share(to)} y1="4.5" y2="4.5" />
        ))}
      </svg>
      <svg className="seek-ticks" aria-hidden="true">
        {minuteMarks(duration).map((mark) => (
          <line key={mark} x1={share(mark)} x2={share(mark)} y2="6" />
        ))}
      </svg>
    </>
  )
}
