import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

/** One page of a list that goes on. */
export interface ListPage<Item> {
  items: Item[]
  nextCursor: string | null
}

/** Address of the page after a place in a list. @param path the list's own, its filters included */
export function addressAfter(path: string, cursor: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
}

// Pages that were added at an entry of the history, so that the way back finds the list as long as it was left.
const added = new Map<string, ListPage<unknown>[]>()
const ENTRIES_KEPT = 20

function keepAdded(entry: string, pages: ListPage<unknown>[]): void {
  added.delete(entry)
  if (pages.length > 0) added.set(entry, pages)
  const [oldest] = added.keys()
  if (added.size > ENTRIES_KEPT && oldest !== undefined) added.delete(oldest)
}

/**
 * Grows a list page by page. `more` is for a link's click: the link itself works without scripts.
 * A page that fails to come leaves the list as it is, and the link where it was.
 *
 * @param path address of the list, its filters included; another address is another list
 */
export function useMore<Item extends { id: string }>(path: string, first: ListPage<Item>) {
  const { key } = useLocation()
  // One fetcher a list: a page that was asked for under other filters is never added to this one.
  const fetcher = useFetcher<{ list: ListPage<Item> | null }>({ key: `more of ${path}` })
  const begin = () => ({ path, first, further: (added.get(key) ?? []) as ListPage<Item>[], freshId: null })
  const [shown, setShown] = useState<Shown<Item>>(begin)
  const whole = joined([shown.first, ...shown.further])

  // Another list starts over; the same one asked again renews the first page and keeps what came after it.
  if (shown.path !== path) setShown(begin())
  else if (shown.first !== first) setShown({ ...shown, first, further: shown.further.length > 0 ? [whole] : [] })

  const arrived = fetcher.data?.list
  useEffect(() => {
    if (!arrived) return
    setShown((list) => ({
      ...list,
      // A page fetched again takes its own place.
      further: [...list.further.filter(({ nextCursor }) => nextCursor !== arrived.nextCursor), arrived],
      freshId: arrived.items[0]?.id ?? null,
    }))
  }, [arrived])

  useEffect(() => keepAdded(key, shown.further), [key, shown.further])

  return {
    ...whole,
    /** Id of the first item that the last page brought; null before. */
    freshId: shown.freshId,
    isLoading: fetcher.state !== 'idle',
    more: () => {
      if (whole.nextCursor === null) return
      void fetcher.load(addressAfter(path, whole.nextCursor))
    },
  }
}

interface Shown<Item> {
  path: string
  first: ListPage<Item>
  further: ListPage<Item>[]
  freshId: string | null
}

/** Pages as one; what was published meanwhile shifts them, and shows no card twice. */
function joined<Item extends { id: string }>(pages: ListPage<Item>[]): ListPage<Item> {
  const known = new Set<string>()
  const items = pages.flatMap((page) => page.items).filter(({ id }) => !known.has(id) && known.add(id))
  return { items, nextCursor: pages.at(-1)?.nextCursor ?? null }
}
