import { LoadMore } from '#app/episodes/load-more.tsx'
import { useLoadMore } from '#app/episodes/use-load-more.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatCount, formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { LibraryCard, RemoveForm, TimeLeft } from './library-episode.tsx'
import type { LibraryItem, LibraryList } from './library-item.ts'
import { type ListPart, libraryParts, partUrl } from './parts.ts'

/** The list of one part, which continues page by page. */
export function FullList({ part, list }: { part: Exclude<ListPart, 'history'>; list: LibraryList }) {
  const { items, nextCursor, isLoading, loadMore } = useLoadMore<LibraryItem>(partUrl(part), list)
  if (items.length === 0) return <EmptyList part={part} />
  return (
    <>
      <EpisodeList part={part} items={items} />
      <LoadMore path={partUrl(part)} cursor={nextCursor} isLoading={isLoading} loadMore={loadMore} />
    </>
  )
}

/** The beginning of a part, under its heading. */
export function ListSection({ part, list }: { part: Exclude<ListPart, 'history'>; list: LibraryList }) {
  return (
    <section aria-labelledby={`part-${part}`}>
      <PartHeading part={part} total={list.total} hasMore={list.items.length < list.total} />
      {list.items.length === 0 ? <EmptyListLine part={part} /> : <EpisodeList part={part} items={list.items} />}
    </section>
  )
}

export function PartHeading({ part, total, hasMore }: { part: ListPart; total: number; hasMore: boolean }) {
  const name = libraryParts.find(({ id }) => id === part)!.name
  return (
    <div className="library-head">
      <h2 id={`part-${part}`}>{name}</h2>
      {total > 0 && <span className="muted figures">{formatCount(total)}</span>}
      {hasMore && (
        <Link className="button button-text button-small" to={partUrl(part)} aria-label={`See All in ${name}`}>
          See All
        </Link>
      )}
    </div>
  )
}

function EpisodeList({ part, items }: { part: Exclude<ListPart, 'history'>; items: LibraryItem[] }) {
  return (
    <ul className="library-cards">
      {items.map((item) => (
        <li key={item.id}>
          <ListedEpisode part={part} item={item} />
        </li>
      ))}
    </ul>
  )
}

function ListedEpisode({ part, item }: { part: Exclude<ListPart, 'history'>; item: LibraryItem }) {
  if (part === 'continue') {
    const remove = <RemoveForm episode={item} intent="remove from history" from="Continue Watching" />
    return (
      <LibraryCard episode={item} remove={remove} withPlay>
        <TimeLeft episode={item} />
      </LibraryCard>
    )
  }
  if (part === 'later') {
    const remove = <RemoveForm episode={item} intent="remove from later" from="Watch Later" />
    return (
      <LibraryCard episode={item} remove={remove}>
        {item.creatorName}
      </LibraryCard>
    )
  }
  return (
    <LibraryCard episode={item}>
      <Icon name="heart-on" /> Liked <time dateTime={item.at.toISOString()}>{formatDate(item.at)}</time>
    </LibraryCard>
  )
}

const emptyTexts = {
  continue: ['Nothing to continue', 'Episodes you start appear here, ready to resume where you stopped.'],
  later: ['Nothing in Watch Later yet', 'Press Watch Later under an episode to add it.'],
  liked: ['No liked episodes yet', 'Episodes you like appear here.'],
} as const

function EmptyList({ part }: { part: Exclude<ListPart, 'history'> }) {
  const [title, text] = emptyTexts[part]
  return (
    <EmptyState pose="sleep" title={title}>
      <p>{text}</p>
    </EmptyState>
  )
}

/** An empty list in one line, among other parts, where the mascot would appear several times. */
function EmptyListLine({ part }: { part: Exclude<ListPart, 'history'> }) {
  const [title, text] = emptyTexts[part]
  return (
    <p className="muted">
      <b>{title}.</b> {text}
    </p>
  )
}
