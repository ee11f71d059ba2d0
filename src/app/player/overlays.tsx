import { type RefObject, useLayoutEffect, useRef } from 'react'
import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Spinner } from '#app/ui/loading.tsx'
import { useDelayedPending } from '#app/ui/use-delayed-pending.ts'
import type { ControlProps } from './control-props.ts'
import { WAITING_SHOWN_MS } from './player-state.ts'
import { smallerThan } from './quality.ts'

/** Says that the video waits, if it does so for long. */
export function Waiting({ isWaiting }: { isWaiting: boolean }) {
  const isShown = useDelayedPending(isWaiting, WAITING_SHOWN_MS)
  if (!isShown) return null
  return (
    <p className="player-waiting row gap-4" role="status">
      <Spinner />
      Buffering...
    </p>
  )
}

/** Says what the last key or touch did. Always in the page, so that screen readers announce its changes. */
export function Notice({ text }: { text: string | null }) {
  return (
    <p className={text === null ? 'player-notice' : 'player-notice is-shown'} role="status">
      {text}
    </p>
  )
}

interface FailedProps extends ControlProps {
  container: RefObject<HTMLElement | null>
}

/** In the place of the picture and its controls: says that nothing plays, and what to do about it. */
export function Failed({ state, commands, container }: FailedProps) {
  const again = useRef<HTMLButtonElement>(null)
  // The control with the focus is hidden now.
  useLayoutEffect(() => {
    if (container.current?.contains(document.activeElement)) again.current?.focus({ preventScroll: true })
  }, [container])
  const smaller = smallerThan(state.qualities, state.shownQuality)

  function playSmaller(lines: number): void {
    commands.chooseQuality(lines)
    commands.retry()
  }

  return (
    <div className="player-failed column gap-2" role="alert">
      {state.failure === 'stopped' ? (
        <>
          <p className="player-failed-title">Playback stopped.</p>
          <p>
            Your place at {formatTime(state.position)} is saved. Check your connection
            {smaller ? ' or choose a lower quality' : ''}.
          </p>
        </>
      ) : (
        <p className="player-failed-title">This episode cannot be played right now.</p>
      )}
      <div className="player-failed-actions cluster gap-3">
        <button ref={again} type="button" className="button button-primary" onClick={commands.retry}>
          <Icon name="refresh" />
          Try Again
        </button>
        {state.failure === 'stopped' && smaller && (
          <button type="button" className="button" onClick={() => playSmaller(smaller.lines)}>
            Play at {smaller.lines}p
          </button>
        )}
      </div>
    </div>
  )
}
