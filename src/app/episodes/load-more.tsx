import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { FlipDrawings } from '#app/ui/flip.tsx'
import { addressAfter } from './use-more.ts'

interface LoadMoreProps {
  /** Address of the list, its filters included. */
  path: string
  cursor: string | null
  isLoading: boolean
  more: () => void
}

/** The way to the rest of a list: a link to the next page, which scripts turn into a longer list. */
export function LoadMore({ path, cursor, isLoading, more }: LoadMoreProps) {
  if (cursor === null) return null
  const append = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!isLoading) more()
  }
  return (
    <p className="load-more">
      <Link className="button" to={addressAfter(path, cursor)} onClick={append} aria-busy={isLoading}>
        {isLoading && <FlipDrawings />}
        Load more
      </Link>
    </p>
  )
}
