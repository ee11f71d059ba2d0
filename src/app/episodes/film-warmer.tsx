import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { warmBy } from './warm-films.ts'

/** Stands beside a list of cards, and loads the screen behind the one that is pointed at. */
export function FilmWarmer() {
  // One for all cards: the screen of another one ends the loading of the one before.
  const { load, reset } = useFetcher({ key: 'warm film' })
  useEffect(() => warmBy((address) => void (address === undefined ? reset() : load(address))), [load, reset])
  return null
}
