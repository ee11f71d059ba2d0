import { useRevalidator } from 'react-router'
import { listFailedTitle, listNotRenewed, notArrived } from '#app/messages/failures.ts'
import { useRetry } from '#app/offline/use-retry.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'

export interface ListFailure {
  search: string
  isOffline: boolean
}

/** Above the episodes of the request before: says that the list was not fetched, and fetches it as soon as possible. */
export function ListNotRenewed({ failure }: { failure: ListFailure }) {
  const retry = useRetryButton()
  return (
    <div className="search-failed row cluster" role="alert">
      <Icon name="warn" />
      <p>
        <b>{listFailedTitle(failure)}</b> <span className="muted">{listNotRenewed(failure)}</span>
      </p>
      {retry}
    </div>
  )
}

/** The notice in place of the episodes where none were fetched before. */
export function ListNotArrived({ failure }: { failure: ListFailure }) {
  const retry = useRetryButton()
  const { title, text } = failure.isOffline ? notArrived.offline : notArrived.failed
  return (
    <EmptyState pose={failure.isOffline ? 'sleep' : 'oops'} title={title} action={retry}>
      <p>{text}</p>
    </EmptyState>
  )
}

function useRetryButton() {
  const { revalidate, state } = useRevalidator()
  const retry = () => {
    if (state === 'idle') void revalidate()
  }
  useRetry(true, retry)
  return (
    <button type="button" className="button button-small" onClick={retry}>
      Try Again
    </button>
  )
}
