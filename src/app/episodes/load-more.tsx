import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { Flip } from '#app/ui/flip.tsx'

/** The way to the rest of a list: a link to the next page, which scripts turn into a longer list. */
export function LoadMore(props: { path: string; cursor: string | null; isLoading: boolean; more: () => void }) {
  const { path, cursor, isLoading, more } = props
  if (isLoading) return <Flip>Loading episodes...</Flip>
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
