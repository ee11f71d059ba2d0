import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { setScreenLoader } from './prefetch.ts'

/** Prefetches the screen of the card that is pointed at. Rendered beside a list of cards. */
export function Prefetcher() {
  // One fetcher for all cards, so that a new prefetch cancels the previous one.
  const { load, reset } = useFetcher({ key: 'prefetch' })
  useEffect(() => setScreenLoader((path) => void (path === undefined ? reset() : load(path))), [load, reset])
  return null
}
