import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { useLoadMore } from '#app/episodes/use-load-more.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isFinished } from '#library/library.ts'
import { groupByDay, sinceText, timeOfDay } from './history-days.ts'
import { EpisodePoster, RemoveForm, StoppedAt } from './library-episode.tsx'
import type { LibraryItem, LibraryList } from './library-item.ts'
import { partUrl } from './parts.ts'

interface HistoryProps {
  list: LibraryList
  search: string
  pausedAt: Date | null
  /** The moment when the page was loaded. */
  now: Date
  /** Whether the question about clearing is open. */
  isClearing: boolean
}

/** The history: its search, its days, and the panel that pauses it. */
export function History({ list, search, pausedAt, now, isClearing }: HistoryProps) {
  return (
    <div className="history">
      <div>
        {(list.total > 0 || search !== '') && (
          <div className="history-bar">
            <Form className="history-search row gap-3 muted" role="search" action="/library" preventScrollReset>
              <Icon name="search" />
              <input type="hidden" name="part" value="history" />
              <input
                type="search"
                name="search"
                defaultValue={search}
                maxLength={200}
                placeholder="Search your history..."
                aria-label="Search your history"
              />
            </Form>
            <Link className="button" to="/library?part=history&clear=ask" preventScrollReset>
              <Icon name="trash" />
              Clear
            </Link>
          </div>
        )}
        <Days key={search} list={list} search={search} now={now} />
      </div>
      <aside className="history-side stack gap-4">
        {isClearing && <ClearSheet total={list.total} />}
        <PauseForm pausedAt={pausedAt} now={now} />
      </aside>
    </div>
  )
}

/** The server does not know the time zone of a visitor: days are those in UTC where no scripts run. */
function useTimeZone(): string | undefined {
  return useHydrated() ? undefined : 'UTC'
}

function Days({ list, search, now }: Pick<HistoryProps, 'list' | 'search' | 'now'>) {
  const timeZone = useTimeZone()
  const path = partUrl('history', search)
  const { items, nextCursor, isLoading, loadMore } = useLoadMore<LibraryItem>(path, list)
  if (items.length === 0) {
    return search === '' ? (
      <NothingWatched />
    ) : (
      <EmptyState pose="search" title="No results">
        <p>Nothing in your history matches this search.</p>
      </EmptyState>
    )
  }
  return (
    <>
      {groupByDay(items, now, timeZone).map(({ day, items: watched }) => (
        <section key={day} aria-label={day}>
          <h3 className="history-day">{day}</h3>
          <ol className="history-list">
            {watched.map((item) => (
              <HistoryRow key={item.id} item={item} />
            ))}
          </ol>
        </section>
      ))}
      <LoadMore path={path} cursor={nextCursor} isLoading={isLoading} loadMore={loadMore} />
    </>
  )
}

export function NothingWatched() {
  return (
    <EmptyState
      pose="sleep"
      title="No history yet"
      action={
        <Link className="button" to="/explore">
          Explore
        </Link>
      }
    >
      <p>Episodes you watch appear here, ready to resume where you stopped.</p>
    </EmptyState>
  )
}

function HistoryRow({ item }: { item: LibraryItem }) {
  const isOver = isFinished(item.positionSeconds ?? 0, item.durationSeconds)
  const titleId = `watched-${item.id}`
  const isHydrated = useHydrated()
  return (
    <li className="history-row">
      <EpisodePoster episode={item} />
      <div>
        <Link id={titleId} className="history-title" to={`/watch/${item.id}`}>
          {item.title}
        </Link>
        <p className="library-facts row cluster muted small">
          {item.creatorName}
          {isHydrated && (
            <>
              <span aria-hidden="true">·</span>
              <time className="figures" dateTime={item.at.toISOString()}>
                {timeOfDay(item.at, undefined)}
              </time>
            </>
          )}
        </p>
        <p className="library-facts row cluster muted small figures">
          <StoppedAt episode={item} />
        </p>
      </div>
      <div className="history-end row gap-1">
        <Link
          className={isOver ? 'button button-text button-small' : 'button button-quiet button-small'}
          to={`/watch/${item.id}`}
          aria-describedby={titleId}
        >
          <Icon name={isOver ? 'refresh' : 'play'} />
          {isOver ? 'Watch Again' : 'Continue'}
        </Link>
        <RemoveForm episode={item} intent="remove from history" from="History" />
      </div>
    </li>
  )
}

/** The switch moves at once. */
function PauseForm({ pausedAt, now }: Pick<HistoryProps, 'pausedAt' | 'now'>) {
  const { formData } = useNavigation()
  const timeZone = useTimeZone()
  const isPaused = formData?.get('intent') === 'pause history' ? formData.get('paused') === 'true' : pausedAt !== null
  return (
    <section className="panel history-pause" aria-labelledby="pause-title">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="pause history" />
        <input type="hidden" name="paused" value={String(!isPaused)} />
        <button
          type="submit"
          role="switch"
          className="history-switch row gap-3 spread"
          aria-checked={isPaused}
          aria-describedby="pause-text"
        >
          <span id="pause-title">Pause history</span>
        </button>
      </Form>
      {isPaused && pausedAt && (
        <p className="history-since row">
          <Icon name="pause" />
          Paused since {sinceText(pausedAt, now, timeZone)}
        </p>
      )}
      <p className="muted" id="pause-text">
        While paused, new episodes are not added to History or Continue Watching. Views still count.
      </p>
    </section>
  )
}

/** Asks once before the history is cleared, and says what stays. */
function ClearSheet({ total }: { total: number }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="clear-title">
      <PaperCard className="history-clear">
        <h2 id="clear-title" ref={heading} tabIndex={-1}>
          Clear your history?
        </h2>
        <p className="muted">
          {total === 1 ? '1 episode' : `${formatCount(total)} episodes`} and your progress will be removed. Likes, Watch
          Later and comments are kept.
        </p>
        <Form method="post" action="/library?part=history" className="history-clear-end" preventScrollReset>
          <input type="hidden" name="intent" value="clear history" />
          <Link className="button button-small" to="/library?part=history" preventScrollReset>
            Cancel
          </Link>
          <button type="submit" className="button button-small button-danger">
            Clear History
          </button>
        </Form>
      </PaperCard>
    </section>
  )
}
