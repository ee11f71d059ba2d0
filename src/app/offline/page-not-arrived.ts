import { isRouteErrorResponse } from 'react-router'

/** In place of a page for which there was no answer: the network is gone, or the server is. */
export class PageNotArrived extends Error {
  /** Whether the browser knows that there is no network. */
  readonly isOffline: boolean

  constructor(cause: unknown) {
    super('This page did not arrive', { cause })
    this.name = 'PageNotArrived'
    this.isOffline = typeof navigator !== 'undefined' && !navigator.onLine
  }
}

/** How React Router words an error of the server, whose answer therefore has arrived. */
const SERVER_ERROR = 'Unexpected Server Error'

/** The error that a loader in the browser has thrown; without an answer of the server, `PageNotArrived`. */
export function namedFailure(thrown: unknown): unknown {
  const isAnswer =
    thrown instanceof Response ||
    isRouteErrorResponse(thrown) ||
    thrown instanceof PageNotArrived ||
    (thrown instanceof Error && thrown.message === SERVER_ERROR)
  return isAnswer ? thrown : new PageNotArrived(thrown)
}
