import { type ReactNode, useState } from 'react'
import { useMatches } from 'react-router'
import type { Beginning } from '#video/video.ts'
import { InlineScript } from './inline-script.tsx'
import runDeferred from './run-deferred.script.ts?inline-script'
import start from './start.script.ts?inline-script'

/** In the head: plays the screen's video as soon as its element is there, if its data have a `picture.beginning`. */
export function FastStart() {
  const beginning = useBeginning()
  return beginning && <InlineScript text={start} given={beginning} />
}

/**
 * Keeps the page's scripts from competing with its video. `noscript` is text to browsers that run scripts: nothing in it
 * is fetched before `runDeferred` makes it part of the page. The server puts all that follows in it too (`deferRest`).
 */
export function Deferred({ children }: { children: ReactNode }) {
  const beginning = useBeginning()
  // As the page was sent, so it stays.
  const [isDeferred] = useState(beginning !== null)
  if (!isDeferred) return children
  return (
    <>
      <InlineScript text={runDeferred} />
      <noscript id="deferred">{children}</noscript>
    </>
  )
}

/** What the video of the screen begins with; null when there is none. */
export function useBeginning(): Beginning | null {
  return beginningAmong(useMatches().map(({ loaderData }) => loaderData))
}

/** What the video of a page begins with, from the data of its routes. */
export function beginningAmong(routeData: readonly unknown[]): Beginning | null {
  return routeData.map(beginningIn).find((each) => each !== null) ?? null
}

function beginningIn(data: unknown): Beginning | null {
  const { picture } = (data ?? {}) as { picture?: { beginning?: Beginning | null } }
  return picture?.beginning ?? null
}
