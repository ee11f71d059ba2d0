import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { Flip } from '#app/ui/flip.tsx'
import { GridInPencil } from './grid.tsx'

interface LoadMoreProps {
  path: string
  cursor: string | null
  isLoading: boolean
  more: () => void
  /** What the next page will look like, while it is on its way. */
  shape: 'grid' | 'rows'
}

/** The way to the rest of a list: a link to the next page, which scripts turn into a longer list. */
export function LoadMore({ path, cursor, isLoading, more, shape }: LoadMoreProps) {
  if (isLoading)
    return (
      <>
        <Flip>Loading episodes...</Flip>
        {shape === 'grid' && <GridInPencil />}
      </>
    )
  if (cursor === null) return null
  const append = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    more()
  }
  return (
    <p className="load-more">
      <Link className="button" to={`${path}?cursor=${encodeURIComponent(cursor)}`} onClick={append}>
        Load more
      </Link>
    </p>
  )
}
