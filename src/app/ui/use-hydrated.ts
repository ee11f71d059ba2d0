import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and until hydration, for controls that need scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
