import { useEffect, useRef, useState } from 'react'
import { PlainVideo } from '#app/player/plain-video.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { FlashChoice } from './remembered-choice.ts'

interface FlashNoticeProps {
  summary: string
  poster: string | null
  hls: string
  canGoBack: boolean
  onChoice(choice: FlashChoice, isRemembered: boolean): void
}

/** In the place of the player before an episode that flashes: nothing moves behind it, and nothing but the poster loads. */
export function FlashNotice({ summary, poster, hls, canGoBack, onChoice }: FlashNoticeProps) {
  const first = useRef<HTMLButtonElement>(null)
  const [isRemembered, setRemembered] = useState(false)
  useEffect(() => {
    // A link to a comment leads there.
    if (location.hash === '') first.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      className="flash-notice middle"
      data-theme="dark"
      role="dialog"
      aria-labelledby="flash-title"
      aria-describedby="flash-text"
    >
      {poster !== null && <img src={poster} alt="" />}
      <div className="flash-notice-text">
        <span className="flash-notice-sign middle">
          <Icon name="flash" />
        </span>
        <h2 id="flash-title">This episode flashes</h2>
        <p id="flash-text">{summary}</p>
        <div className="flash-notice-actions row cluster gap-3">
          <button
            ref={first}
            type="button"
            className="button button-primary"
            onClick={() => onChoice('dimmed', isRemembered)}
          >
            Watch with Flashes Dimmed
          </button>
          <button type="button" className="button" onClick={() => onChoice('as made', isRemembered)}>
            Watch Original
          </button>
          {canGoBack && (
            <button type="button" className="flash-notice-back" onClick={goBack}>
              Go Back
            </button>
          )}
        </div>
        <label className="flash-notice-remember row gap-3">
          <input type="checkbox" checked={isRemembered} onChange={() => setRemembered((before) => !before)} />
          Remember my choice on this device
        </label>
        <PlainVideo hls={hls} poster={poster} width={null} height={null} />
      </div>
    </div>
  )
}

/** To the page before; in a new tab, or from another site, to Explore. */
function goBack(): void {
  // The router numbers its pages.
  if (history.state?.idx > 0) history.back()
  else location.assign('/explore')
}
