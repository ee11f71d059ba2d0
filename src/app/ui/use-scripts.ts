import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until the page has come alive: what needs scripts is shown only when they run. */
export function useScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
