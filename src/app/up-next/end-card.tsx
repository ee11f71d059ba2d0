import {
  type Dispatch,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { formatDuration } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { isAutoplayNextOn } from './autoplay-next.ts'
import type { ShownEpisode } from './offered-episode.ts'
import { usePageInUse } from './page-in-use.ts'
import { firstUnplayed } from './played-episodes.ts'
import { ANNOUNCED_SECONDS, COUNTDOWN_SECONDS, useCountdown } from './use-countdown.ts'

interface EndCardProps {
  /** Title of the episode that ended. */
  title: string
  upNext: readonly ShownEpisode[]
  onRestart(): void
}

/**
 * The end of an episode: counts down to the next one where that was chosen, or offers it. A page in use is not left: the
 * countdown waits until it is free again.
 */
export function EndCard({ title, upNext, onRestart }: EndCardProps) {
  const next = firstUnplayed(upNext)
  const [isCounting, setIsCounting] = useState(() => next !== undefined && isAutoplayNextOn())
  const [secondsLeft, setSecondsLeft] = useState(COUNTDOWN_SECONDS)
  const isInUse = usePageInUse(isCounting && secondsLeft > 0)
  if (next && isCounting && !isInUse)
    return (
      <Countdown
        next={next}
        secondsLeft={secondsLeft}
        setSecondsLeft={setSecondsLeft}
        onCancel={() => setIsCounting(false)}
      />
    )
  const offered = next ?? upNext[0]
  return (
    <div className="end-card end-card-rest" onPointerUp={stayHere}>
      <p>You watched {title}.</p>
      <div className="end-card-actions">
        <button type="button" className="button button-small" onClick={onRestart}>
          <Icon name="refresh" />
          Watch Again
        </button>
        {offered && (
          <Link className="button button-small" to={`/watch/${offered.id}`}>
            Next Episode
          </Link>
        )}
      </div>
    </div>
  )
}

interface CountdownProps {
  next: ShownEpisode
  secondsLeft: number
  setSecondsLeft: Dispatch<SetStateAction<number>>
  onCancel(): void
}

function Countdown({ next, secondsLeft, setSecondsLeft, onCancel }: CountdownProps) {
  const card = useRef<HTMLDivElement>(null)
  const playNow = useRef<HTMLAnchorElement>(null)
  const navigate = useNavigate()
  const here = useLocation()
  useCountdown({ secondsLeft, setSecondsLeft, card }, () => void navigate(`/watch/${next.id}`), cancel)
  useFocusWhileShown(playNow, card)

  function cancel(): void {
    // The next page is loading already: a navigation to this one takes its place, and loads nothing again.
    const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
    if (secondsLeft === 0) void navigate(here, options)
    onCancel()
  }

  return (
    <div ref={card} className="end-card" onPointerUp={stayHere}>
      <div className="end-card-text">
        <p>{next.reasonText}</p>
        <p className="end-card-title">{next.title}</p>
        <p className="figures" aria-hidden="true">
          Starts in {secondsLeft} {secondsLeft === 1 ? 'second' : 'seconds'}
        </p>
        <p className="visually-hidden" role="status">
          {`${next.title} starts in ${secondsLeft > ANNOUNCED_SECONDS ? 10 : ANNOUNCED_SECONDS} seconds`}
        </p>
        <div className="end-card-actions">
          <Link ref={playNow} className="button button-primary" to={`/watch/${next.id}`}>
            <Icon name="play" />
            Play Now
          </Link>
          <button type="button" className="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      </div>
      <div className="end-card-next">
        <div className="up-next-picture">
          <img src={next.poster ?? placeholderPoster(next.id)} alt="" width="320" height="180" />
          {next.durationSeconds !== null && (
            <span className="card-length figures">{formatDuration(next.durationSeconds)}</span>
          )}
        </div>
        <svg className="end-card-line" aria-hidden="true">
          <rect width={`${secondsLeft * 10}%`} height="6" rx="3" />
        </svg>
      </div>
    </div>
  )
}

/** Keeps a press on the card from the video below it, which it would play. */
const stayHere = (event: PointerEvent) => event.stopPropagation()

/** Focuses an element of the card; when the card goes with the focus, the element that had it before gets it back. */
function useFocusWhileShown(element: RefObject<HTMLElement | null>, card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shownCard = card.current
    const before = document.activeElement
    element.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && shownCard?.contains(document.activeElement))
        before.focus({ preventScroll: true })
    }
  }, [element, card])
}
