import { type MouseEvent, useEffect, useState } from 'react'
import { isRouteErrorResponse, type MetaDescriptor, useLocation } from 'react-router'
import { head } from '#app/http/head.ts'
import { notArrived } from '#app/messages/failures.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PageNotArrived } from './page-not-arrived.ts'
import { isReachable } from './reachable.ts'
import { useRetry } from './use-retry.ts'

interface NotArrivedProps {
  error: unknown
  /** Request id of the server-rendered page, to look up in the log. */
  requestId?: string | null
  /** URL of the page, if it is not the one that is open. */
  url?: string
}

/**
 * In place of a page that could not be fetched, as opposed to one that does not exist. A page without an answer opens
 * by itself as soon as there is one.
 */
export function NotArrived({ error, requestId = null, url: elsewhere }: NotArrivedProps) {
  const { pathname, search } = useLocation()
  const [isTrying, setTrying] = useState(false)
  const { title, text } = wordsFor(error)
  const url = elsewhere ?? pathname + search

  async function openAgain(): Promise<void> {
    if (isTrying) return
    setTrying(true)
    if (!(await isReachable(url))) setTrying(false)
    else if (elsewhere) location.assign(elsewhere)
    else location.reload()
  }

  function handleClick(event: MouseEvent): void {
    event.preventDefault()
    void openAgain()
  }

  useRetry(isUnanswered(error), openAgain)
  useEffect(() => {
    // The page that is open keeps its own head.
    if (elsewhere) document.title = title
  }, [elsewhere, title])
  return (
    <EmptyState
      pose={isOffline(error) ? 'sleep' : 'oops'}
      level={1}
      title={title}
      takesFocus={error instanceof PageNotArrived}
      action={
        <div className="empty-state-actions cluster">
          {/* Loads the page again without scripts, too. */}
          <a className="button button-primary" href={url} onClick={handleClick}>
            <Icon name="refresh" />
            {isTrying ? 'Trying...' : 'Try Again'}
          </a>
          <Link className="button" to="/explore">
            Back to Explore
          </Link>
        </div>
      }
    >
      <p>{text}</p>
      {requestId && <p className="request-id">Request number: {requestId}</p>}
    </EmptyState>
  )
}

/** Title and description of a page that could not be fetched. */
export function notArrivedHead(error: unknown): MetaDescriptor[] {
  const { title, text } = wordsFor(error)
  return head(title, text)
}

function wordsFor(error: unknown) {
  return isOffline(error) ? notArrived.offline : notArrived.failed
}

function isOffline(error: unknown): boolean {
  return error instanceof PageNotArrived && error.isOffline
}

/** Nothing came, or a proxy said that the server does not answer. */
function isUnanswered(error: unknown): boolean {
  return error instanceof PageNotArrived || (isRouteErrorResponse(error) && [502, 503, 504].includes(error.status))
}
