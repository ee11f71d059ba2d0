import { useEffect, useId, useRef, useState } from 'react'
import { PlainVideo } from '#app/player/plain-video.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { FlashSpan } from '#video/video.ts'
import { flashSummary, placesOf } from './places.ts'
import type { FlashChoice } from './remembered-choice.ts'

interface FlashNoticeProps {
  flashes: readonly FlashSpan[]
  poster: string | null
  hls: string
  canGoBack: boolean
  onChoice(choice: FlashChoice, isRemembered: boolean): void
}

/** In the place of the player before an episode that flashes: nothing moves behind it, and nothing but the poster loads. */
export function FlashNotice({ flashes, poster, hls, canGoBack, onChoice }: FlashNoticeProps) {
  const titleId = useId()
  const textId = useId()
  const first = useRef<HTMLButtonElement>(null)
  const [isRemembered, setRemembered] = useState(false)
  useEffect(() => {
    // A link to a comment leads there.
    if (location.hash === '') first.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="flash-notice" data-theme="dark" role="dialog" aria-labelledby={titleId} aria-describedby={textId}>
      {poster !== null && <img src={poster} alt="" />}
      <div className="flash-notice-text">
        <span className="flash-notice-sign">
          <Icon name="flash" />
        </span>
        <h2 id={titleId}>This episode flashes</h2>
        <p id={textId}>
          {flashSummary(placesOf(flashes))} That can bring on a seizure in people with photosensitive epilepsy.
        </p>
        <div className="flash-notice-actions">
          <button
            ref={first}
            type="button"
            className="button button-primary"
            onClick={() => onChoice('dimmed', isRemembered)}
          >
            Watch with flashes dimmed
          </button>
          <button type="button" className="button" onClick={() => onChoice('as made', isRemembered)}>
            Watch as made
          </button>
          {canGoBack && (
            <button type="button" className="flash-notice-back" onClick={goBack}>
              Go back
            </button>
          )}
        </div>
        <label className="flash-notice-remember">
          <input type="checkbox" checked={isRemembered} onChange={() => setRemembered((before) => !before)} />
          Remember my choice on this device
        </label>
        <PlainVideo hls={hls} poster={poster} width={null} height={null} />
      </div>
    </div>
  )
}

/** To the page before; from a page of another site, or a new tab, to Explore. */
function goBack(): void {
  const isFromHere = document.referrer.startsWith(`${location.origin}/`) || history.state?.idx > 0
  if (isFromHere && history.length > 1) history.back()
  else location.assign('/explore')
}
