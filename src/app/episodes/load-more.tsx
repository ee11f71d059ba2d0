import type { MouseEvent } from 'react'
import { Link } from '#app/ui/link.tsx'
import { Spinner } from '#app/ui/loading.tsx'
import { nextPagePath } from './use-load-more.ts'

interface LoadMoreProps {
  /** Path of the list, including its filters. */
  path: string
  cursor: string | null
  isLoading: boolean
  loadMore: () => void
}

/** A link to the next page of a list; with scripts, it appends that page to the list instead. */
export function LoadMore({ path, cursor, isLoading, loadMore }: LoadMoreProps) {
  if (cursor === null) return null
  const append = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!isLoading) loadMore()
  }
  return (
    <p className="load-more">
      <Link className="button" to={nextPagePath(path, cursor)} onClick={append} aria-busy={isLoading}>
        {isLoading && <Spinner />}
        Load More
      </Link>
    </p>
  )
}
