import {
  type Dispatch,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { formatDuration } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { languageOf } from '#app/ui/language-of.ts'
import { Link } from '#app/ui/link.tsx'
import { sharpPicture } from '#app/ui/sharp-picture.ts'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import { chooseAutoplayNext, isAutoplayNextOn, useAutoplayNext } from './autoplay-next.ts'
import type { ShownEpisode } from './offered-episode.ts'
import { isPageInUse } from './page-in-use.ts'
import { firstUnplayed } from './played-episodes.ts'
import { ANNOUNCED_SECONDS, COUNTDOWN_SECONDS, useCountdown } from './use-countdown.ts'

/** Most episodes that are offered where none follows. */
const OTHERS = 3

interface EndCardProps {
  /** Title of the episode that ended. */
  title: string
  upNext: readonly ShownEpisode[]
  /** What viewers can do with the episode that ended. */
  actions: ReactNode
  /** The place below the picture of a phone. */
  phonePlace: HTMLElement | null
  isFullScreen: boolean
  onFullScreen(): void
  onRestart(): void
}

/**
 * The end of an episode: counts down to the next one where that was chosen, or offers it. A page in use is not left: no
 * countdown starts there, and one that has started is over. On a phone the card stands below the picture, and counts only
 * where it is seen.
 */
export function EndCard({ title, upNext, actions, isFullScreen, onFullScreen, onRestart, ...props }: EndCardProps) {
  const onwards = upNext.filter(({ isEarlierPart }) => !isEarlierPart)
  const next = firstUnplayed(onwards)
  const isPhone = useMediaQuery('(max-width: 700px)')
  const place = isPhone && !isFullScreen ? props.phonePlace : null
  const [isCounting, setIsCounting] = useState(
    () => next !== undefined && isAutoplayNextOn() && isInSight(place) && !isPageInUse(),
  )
  const [secondsLeft, setSecondsLeft] = useState(COUNTDOWN_SECONDS)
  const card = useRef<HTMLElement>(null)
  const offered = next ?? onwards[0]
  const isCountdown = next !== undefined && isCounting
  const replay = (
    <button type="button" className="button button-small" onClick={onRestart}>
      <Icon name="refresh" />
      Replay
    </button>
  )
  const shown = (
    <section
      ref={card}
      className={isCountdown ? 'end-card' : 'end-card end-card-rest'}
      data-theme="dark"
      aria-label="End of the episode"
      onPointerUp={stayHere}
    >
      {offered ? (
        <div className="end-card-middle">
          <Picture episode={offered} secondsLeft={isCountdown ? secondsLeft : null} />
          <div className="end-card-text">
            <p className="end-card-reason">{offered.reasonText}</p>
            <p className="end-card-title" lang={languageOf(offered.title)}>
              {offered.title}
            </p>
            <p className="end-card-facts figures">{factsOf(offered)}</p>
            {isCountdown ? (
              <Countdown
                next={next}
                card={card}
                secondsLeft={secondsLeft}
                setSecondsLeft={setSecondsLeft}
                onCancel={() => setIsCounting(false)}
              />
            ) : (
              <Rest next={offered} />
            )}
          </div>
        </div>
      ) : (
        upNext[0] && <Others reason={upNext[0].reasonText} episodes={upNext.slice(0, OTHERS)} />
      )}
      <div className="end-card-bar row">
        <p>
          You watched <b>{title}</b>.
        </p>
        {!place && replay}
        {actions}
        {!place && (
          <button
            type="button"
            className="icon-button"
            aria-label="Full screen"
            aria-pressed={isFullScreen}
            onClick={onFullScreen}
          >
            <Icon name={isFullScreen ? 'x' : 'full'} />
          </button>
        )}
      </div>
    </section>
  )
  if (!place) return shown
  return (
    <div className="end-card-picture" onPointerUp={stayHere}>
      {replay}
      {createPortal(shown, place)}
    </div>
  )
}

/** Whether the place of the card is on the screen; over the picture it always is. */
function isInSight(place: HTMLElement | null): boolean {
  const top = place?.getBoundingClientRect().top ?? 0
  return top >= 0 && top < innerHeight
}

/** Other episodes of the creator, where none follows. */
function Others({ reason, episodes }: { reason: string; episodes: readonly ShownEpisode[] }) {
  return (
    <div className="end-card-others">
      <p className="end-card-reason">{reason}</p>
      <ul>
        {episodes.map((episode) => (
          <li key={episode.id}>
            <Link to={`/watch/${episode.id}`}>
              <Picture episode={episode} secondsLeft={null} />
              {episode.title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** '8:15 · Fantasy · Mio Arakawa'. */
function factsOf({ durationSeconds, genre, creatorName }: ShownEpisode): string {
  return [durationSeconds === null ? '' : formatDuration(durationSeconds), genre, creatorName]
    .filter((fact) => fact !== '')
    .join(' · ')
}

interface PictureProps {
  episode: ShownEpisode
  /** Null while nothing counts down. */
  secondsLeft: number | null
}

function Picture({ episode: { id, poster, largePoster, durationSeconds }, secondsLeft }: PictureProps) {
  return (
    <div className="end-card-next">
      <div className="up-next-picture">
        <img
          src={poster ?? placeholderPoster(id)}
          {...sharpPicture(poster, largePoster, 480)}
          alt=""
          width="640"
          height="360"
        />
        {durationSeconds !== null && <span className="card-length figures">{formatDuration(durationSeconds)}</span>}
      </div>
      {secondsLeft !== null && (
        <svg className="end-card-line" aria-hidden="true">
          <rect width={`${secondsLeft * 10}%`} height="4" rx="2" />
        </svg>
      )}
    </div>
  )
}

/** The next episode, which starts when it is told to. */
function Rest({ next }: { next: ShownEpisode }) {
  const isOn = useAutoplayNext()
  return (
    <>
      <div className="end-card-actions cluster gap-3">
        <Link className="button button-primary" to={`/watch/${next.id}`}>
          <Icon name="play" />
          Play Next
        </Link>
      </div>
      <label className="switch end-card-switch">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes natively whether it is checked
          role="switch"
          checked={isOn}
          onChange={(event) => chooseAutoplayNext(event.currentTarget.checked)}
        />
        Autoplay next episode
      </label>
    </>
  )
}

interface CountdownProps {
  next: ShownEpisode
  card: RefObject<HTMLElement | null>
  secondsLeft: number
  setSecondsLeft: Dispatch<SetStateAction<number>>
  onCancel(): void
}

function Countdown({ next, card, secondsLeft, setSecondsLeft, onCancel }: CountdownProps) {
  const playNow = useRef<HTMLAnchorElement>(null)
  const navigate = useNavigate()
  const here = useLocation()
  useCountdown({ secondsLeft, setSecondsLeft, card }, () => void navigate(`/watch/${next.id}`), cancel)
  useFocusWhileShown(playNow)

  function cancel(): void {
    // The next page is loading already: a navigation to this one takes its place, and loads nothing again.
    const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
    if (secondsLeft === 0) void navigate(here, options)
    onCancel()
  }

  return (
    <>
      <p className="end-card-seconds figures" aria-hidden="true">
        Starts in {secondsLeft} {secondsLeft === 1 ? 'second' : 'seconds'}
      </p>
      <p className="visually-hidden" role="status">
        {`${next.title} starts in ${secondsLeft > ANNOUNCED_SECONDS ? 10 : ANNOUNCED_SECONDS} seconds`}
      </p>
      <div className="end-card-actions cluster gap-3">
        <Link ref={playNow} className="button button-primary" to={`/watch/${next.id}`}>
          <Icon name="play" />
          Play Now
        </Link>
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </>
  )
}

/** Keeps a press on the card from the video below it, which it would play. */
const stayHere = (event: PointerEvent) => event.stopPropagation()

/** Focuses an element of the card; when the card goes with the focus, the element that had it before gets it back. */
function useFocusWhileShown(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    // A reference to the card is set after this.
    const card = element.current?.closest('section')
    const before = document.activeElement
    element.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && card?.contains(document.activeElement)) before.focus({ preventScroll: true })
    }
  }, [element])
}
