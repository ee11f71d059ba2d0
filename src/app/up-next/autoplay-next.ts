import { useSyncExternalStore } from 'react'

/** Where the choice is remembered in this browser; with reduced motion, in the second one only. */
const STORAGE_KEY = 'hoshi.autoplay-next'
const REDUCED_MOTION_KEY = 'hoshi.autoplay-next.reduced-motion'

/** Whether the next episode starts automatically: off until chosen, and again off where reduced motion is asked for. */
export function isAutoplayNextOn(): boolean {
  try {
    return localStorage.getItem(storageKey()) === 'on'
  } catch {
    return false
  }
}

export function useAutoplayNext(): boolean {
  return useSyncExternalStore(subscribe, isAutoplayNextOn, () => false)
}

/** Remembers the choice; without storage it stays as it was. */
export function chooseAutoplayNext(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(storageKey(), 'on')
    else localStorage.removeItem(storageKey())
  } catch {
    // Private windows of some browsers have no storage.
  }
  window.dispatchEvent(new Event(STORAGE_KEY))
}

function storageKey(): string {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? REDUCED_MOTION_KEY : STORAGE_KEY
}

function subscribe(onChange: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  for (const type of ['storage', STORAGE_KEY]) window.addEventListener(type, onChange, { signal })
  matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', onChange, { signal })
  return () => controller.abort()
}
