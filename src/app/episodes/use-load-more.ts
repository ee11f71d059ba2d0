import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

/** One page of a paginated list. */
export interface ListPage<Item> {
  items: Item[]
  nextCursor: string | null
}

/** Path of the page after a cursor. @param path path of the list, including its filters */
export function nextPagePath(path: string, cursor: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
}

// Pages added by history entry, so that going back restores the full list.
const addedPages = new Map<string, ListPage<unknown>[]>()
const MAX_ENTRIES = 20

function storePages(entry: string, pages: ListPage<unknown>[]): void {
  addedPages.delete(entry)
  if (pages.length > 0) addedPages.set(entry, pages)
  const [oldest] = addedPages.keys()
  if (addedPages.size > MAX_ENTRIES && oldest !== undefined) addedPages.delete(oldest)
}

/**
 * Extends a list page by page. `loadMore` handles the click of a link that itself works without scripts.
 * A page that fails to load leaves the list and the link unchanged.
 *
 * @param path path of the list, including its filters; another path is another list
 * @param version another version is another list too, of its first page alone: items of later pages have changed
 */
export function useLoadMore<Item extends { id: string }>(path: string, first: ListPage<Item>, version = '') {
  const { key } = useLocation()
  const list = `${path} ${version}`
  // One fetcher per list, so that a page requested with other filters is never added to this one.
  const fetcher = useFetcher<{ list: ListPage<Item> | null }>({ key: `more of ${list}` })
  const initialState = () => ({
    list,
    first,
    laterPages: (addedPages.get(key) ?? []) as ListPage<Item>[],
    freshId: null,
  })
  const [state, setState] = useState<ListState<Item>>(initialState)
  const fullList = mergePages([state.first, ...state.laterPages])

  // Another list replaces the state; reloading the same one renews the first page and keeps the later ones.
  if (state.list !== list) setState(initialState())
  else if (state.first !== first)
    setState({ ...state, first, laterPages: state.laterPages.length > 0 ? [fullList] : [] })

  const loadedPage = fetcher.data?.list
  useEffect(() => {
    if (!loadedPage) return
    setState((current) => ({
      ...current,
      // A page fetched again replaces its earlier version.
      laterPages: [...current.laterPages.filter(({ nextCursor }) => nextCursor !== loadedPage.nextCursor), loadedPage],
      freshId: loadedPage.items[0]?.id ?? null,
    }))
  }, [loadedPage])

  useEffect(() => storePages(key, state.laterPages), [key, state.laterPages])

  return {
    ...fullList,
    /** Id of the first item of the last page added; null before. */
    freshId: state.freshId,
    isLoading: fetcher.state !== 'idle',
    loadMore: () => {
      if (fullList.nextCursor === null) return
      void fetcher.load(nextPagePath(path, fullList.nextCursor))
    },
  }
}

interface ListState<Item> {
  /** Path and version. */
  list: string
  first: ListPage<Item>
  laterPages: ListPage<Item>[]
  freshId: string | null
}

/** Joins pages without duplicates, which occur when newly published episodes shift the later pages. */
function mergePages<Item extends { id: string }>(pages: ListPage<Item>[]): ListPage<Item> {
  const seenIds = new Set<string>()
  const items = pages.flatMap((page) => page.items).filter(({ id }) => !seenIds.has(id) && seenIds.add(id))
  return { items, nextCursor: pages.at(-1)?.nextCursor ?? null }
}
