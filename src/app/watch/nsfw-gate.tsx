import { useEffect, useId, useRef } from 'react'
import { Form } from 'react-router'
import { LoginLink } from '#app/auth/login-link.tsx'
import { NsfwBadge } from '#app/ui/badges.tsx'
import { Link } from '#app/ui/link.tsx'
import type { WatchData } from './load-watch.server.ts'

interface NsfwGateProps {
  episode: Pick<WatchData['episode'], 'id' | 'nsfwReason'>
  gate: NonNullable<WatchData['gate']>
  /** The blurred poster; null until it is drawn. */
  poster: string | null
}

/** In the place of the player until the visitor chooses to see an adult episode. Nothing of it loads before. */
export function NsfwGate({ episode, gate, poster }: NsfwGateProps) {
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // A link to a comment leads there.
    if (location.hash === '') section.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section ref={section} className="nsfw-gate middle" data-theme="dark" aria-labelledby={titleId} tabIndex={-1}>
      {poster !== null && <img src={poster} alt="" width="640" height="360" />}
      <div className="nsfw-gate-text">
        <NsfwBadge />
        <h2 id={titleId} className="text-face">
          This episode is marked NSFW{episode.nsfwReason !== '' && `: ${episode.nsfwReason}`}
        </h2>
        <p>
          Marked by {gate.setBy === 'creator' ? 'its creator' : 'a moderator'}. The video stays hidden until you choose
          to show it.
        </p>
        <Form method="post" preventScrollReset className="nsfw-gate-actions cluster gap-3">
          <button type="submit" name="intent" value="show nsfw" className="button button-primary">
            Show Episode
          </button>
          {gate.isSignedIn ? (
            <button type="submit" name="intent" value="always show nsfw" className="button">
              Always show while I am logged in
            </button>
          ) : (
            <Link className="button" to="/explore">
              Back to Explore
            </Link>
          )}
        </Form>
        {gate.isSignedIn ? (
          <Link className="nsfw-link nsfw-gate-back" to="/explore">
            Back to Explore
          </Link>
        ) : (
          <p>
            <LoginLink path={`/watch/${episode.id}`} className="nsfw-link">
              Log in
            </LoginLink>{' '}
            to save your choice.
          </p>
        )}
      </div>
    </section>
  )
}

/** Gives the focus to the player once the gate has made room for it. */
export function useFocusAfterGate(isGated: boolean): void {
  const wasGated = useRef(isGated)
  useEffect(() => {
    if (wasGated.current && !isGated)
      document.querySelector<HTMLElement>('.player button')?.focus({ preventScroll: true })
    wasGated.current = isGated
  }, [isGated])
}
