import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { InlineScript } from '#app/http/inline-script.tsx'
import earlyInputScript from './early-input.script.ts?inline-script'
import type { EarlyInput } from './early-input.ts'
import runDeferred from './run-deferred.script.ts?inline-script'

/**
 * Prevents the page's scripts from competing with its first content. Browsers that run scripts treat `noscript` as
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

/** In the head: keeps the input from before the scripts of the page run. */
export function EarlyInputScript() {
  return <InlineScript text={earlyInputScript} />
}

/** Replays the kept input, once all of the page listens: called by its outermost part, whose effects come last. */
export function useEarlyInput(): void {
  useLayoutEffect(() => earlyInput()?.end(), [])
  // Changes by hydration itself are drawn by then.
  useEffect(() => queueMicrotask(() => earlyInput()?.replay()), [])
}

function earlyInput(): EarlyInput | undefined {
  return window.earlyInput
}
