import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { isPrefetchRequest } from '#app/episodes/prefetch.ts'
import { PageNotArrived } from './page-not-arrived.ts'
import { isReachable } from './reachable.ts'

// React Router reloads the page when the code of a screen cannot be loaded, which is right after a new version was
// installed. Without a network the reload would end in the browser's own error page, in place of the open one. The
// navigation itself then never ends, so that the page has to be told here.

/** A page whose code did not arrive. */
interface FailedPage {
  url: string
  error: PageNotArrived
}

/** The event of the Navigation API, as far as it is used here. */
interface NavigateEvent extends Event {
  navigationType: string
}

let failed: FailedPage | null = null
const listeners = new Set<() => void>()
/** The page that is being loaded; null for none. */
let loadingUrl: string | null = null
/** Pages whose code could not be loaded: browsers and the router remember that until a page is loaded anew. */
const failedPaths = new Set<string>()

if (typeof window !== 'undefined' && 'navigation' in window)
  (window.navigation as EventTarget).addEventListener('navigate', (event) => {
    const isReload = (event as NavigateEvent).navigationType === 'reload'
    if (!isReload || !event.cancelable || loadingUrl === null) return
    event.preventDefault()
    void loadAnew(loadingUrl)
  })

/** Loads a page of the router, and remembers that it is being loaded. */
export async function loadPage<Result>(request: Request, load: () => Promise<Result>): Promise<Result> {
  const { url } = request
  if (isPrefetchRequest(request)) return load()
  if (failedPaths.has(new URL(url).pathname)) void loadAnew(url)
  loadingUrl = url
  try {
    return await load()
  } finally {
    // A later one has taken its place, unless this one still waits for its code.
    if (loadingUrl === url) queueMicrotask(() => setTimeout(() => forget(url)))
  }
}

/** The page whose code could not be loaded, until another one is opened. */
export function useFailedPage(): FailedPage | null {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page that is opened
  useEffect(() => show(null), [key])
  return useSyncExternalStore(subscribe, () => failed, readNothing)
}

/** With a network the browser loads the page, and its newest code. */
async function loadAnew(url: string): Promise<void> {
  failedPaths.add(new URL(url).pathname)
  loadingUrl = null
  if (await isReachable(url)) location.assign(url)
  else show({ url, error: new PageNotArrived('code of a screen') })
}

function forget(url: string): void {
  if (loadingUrl === url) loadingUrl = null
}

function show(page: FailedPage | null): void {
  failed = page
  for (const listener of listeners) listener()
}

const readNothing = () => null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
