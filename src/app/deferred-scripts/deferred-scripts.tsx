import type { ReactNode } from 'react'
import { InlineScript } from './inline-script.tsx'
import runDeferred from './run-deferred.script.ts?inline-script'

/**
 * Prevents the page's scripts from competing with what it shows first. Browsers that run scripts treat `noscript` as
 * text, so nothing in it is fetched before `runDeferred` inserts it into the page. The server moves the rest of the page
 * there (`deferRest`).
 */
export function DeferredScripts({ children }: { children: ReactNode }) {
  return (
    <>
      <InlineScript text={runDeferred} />
      <noscript id="deferred">{children}</noscript>
    </>
  )
}
