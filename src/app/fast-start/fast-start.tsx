import { type ReactNode, useState } from 'react'
import { useMatches } from 'react-router'
import type { FastStartMedia } from '#video/video.ts'
import { InlineScript } from './inline-script.tsx'
import runDeferred from './run-deferred.script.ts?inline-script'
import start from './start.script.ts?inline-script'

/** In the head: starts the screen's video as soon as its element exists, if the route data has `playback.fastStart`. */
export function FastStartScript() {
  const fastStart = useFastStart()
  return fastStart && <InlineScript text={start} input={fastStart} />
}

/**
 * Prevents the page's scripts from competing with its video. Browsers that run scripts treat `noscript` as text, so
 * nothing in it is fetched before `runDeferred` inserts it into the page. The server moves the rest of the page there
 * (`deferRest`).
 */
export function DeferredScripts({ children }: { children: ReactNode }) {
  const fastStart = useFastStart()
  // Fixed on the first render, so that the markup stays that of the server.
  const [isDeferred] = useState(fastStart !== null)
  if (!isDeferred) return children
  return (
    <>
      <InlineScript text={runDeferred} />
      <noscript id="deferred">{children}</noscript>
    </>
  )
}

/** The fast start of the screen's video; null when there is none. */
export function useFastStart(): FastStartMedia | null {
  return findFastStart(useMatches().map(({ loaderData }) => loaderData))
}

/** The fast start of a page's video, from the data of its routes; null when there is none. */
export function findFastStart(routeData: readonly unknown[]): FastStartMedia | null {
  return routeData.map(fastStartOf).find((each) => each !== null) ?? null
}

function fastStartOf(data: unknown): FastStartMedia | null {
  const { playback } = (data ?? {}) as { playback?: { fastStart?: FastStartMedia | null } }
  return playback?.fastStart ?? null
}
