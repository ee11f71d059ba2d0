import { useMatches } from 'react-router'
import { InlineScript } from '#app/http/inline-script.tsx'
import type { FastStartMedia } from '#video/video.ts'
import start from './start.script.ts?inline-script'

/** In the head: starts the screen's video as soon as its element exists, if the route data has `playback.fastStart`. */
export function FastStartScript() {
  const routes = useMatches()
  const fastStart = routes.map(({ loaderData }) => fastStartOf(loaderData)).find((each) => each !== null)
  return fastStart && <InlineScript text={start} input={fastStart} />
}

function fastStartOf(data: unknown): FastStartMedia | null {
  const { playback } = (data ?? {}) as { playback?: { fastStart?: FastStartMedia | null } }
  return playback?.fastStart ?? null
}
