import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

/** One page of a list that goes on. */
export interface ListPage<Item> {
  items: Item[]
  nextCursor: string | null
}

/**
 * Grows a list page by page. `more` is for a link's click: the link itself works without scripts.
 * A page that fails to come leaves the list as it is, and the link where it was.
 */
export function useMore<Item extends { id: string }>(path: string, first: ListPage<Item>) {
  const { pathname, search } = useLocation()
  const place = pathname + search
  const fetcher = useFetcher<{ list: ListPage<Item> | null }>()
  const [shown, setShown] = useState({ place, first, further: [] as ListPage<Item>[] })
  const whole = joined([shown.first, ...shown.further])

  // Another address starts over; the same address asked again renews the first page and keeps what came after it.
  if (shown.place !== place) setShown({ place, first, further: [] })
  else if (shown.first !== first) setShown({ place, first, further: shown.further.length > 0 ? [whole] : [] })

  const arrived = fetcher.data?.list
  useEffect(() => {
    if (!arrived) return
    setShown((list) => ({
      ...list,
      // A page fetched again takes its own place.
      further: [...list.further.filter(({ nextCursor }) => nextCursor !== arrived.nextCursor), arrived],
    }))
  }, [arrived])

  return {
    ...whole,
    isLoading: fetcher.state !== 'idle',
    more: () => {
      if (whole.nextCursor === null) return
      void fetcher.load(`${path}?cursor=${encodeURIComponent(whole.nextCursor)}`)
    },
  }
}

/** Pages as one; what was published meanwhile shifts them, and shows no card twice. */
function joined<Item extends { id: string }>(pages: ListPage<Item>[]): ListPage<Item> {
  const known = new Set<string>()
  const items = pages.flatMap((page) => page.items).filter(({ id }) => !known.has(id) && known.add(id))
  return { items, nextCursor: pages.at(-1)?.nextCursor ?? null }
}
