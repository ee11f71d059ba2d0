import { Form } from 'react-router'
import { ConsolePages } from '#app/console/console-pages.tsx'
import { type EpisodesView, episodesPath, episodesUrl } from '#app/console/episodes-url.ts'
import { requireConsole } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { type EpisodeItem, loadEpisodes } from '#app/console/load-episodes.server.ts'
import { HeldBadge, NsfwBadge, VisibilityBadge } from '#app/ui/badges.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatMoment } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { type ListedMark, listedMarks } from '#catalog/listed-marks.ts'
import type { Route } from './+types/admin-episodes'

const markNames: Record<ListedMark, string> = {
  nsfw: 'NSFW',
  limited: 'Limited',
  taken_down: 'Taken down',
  held: 'Awaiting review',
}

export const meta: Route.MetaFunction = () => consoleHead('Episodes')

export function loader({ context, url }: Route.LoaderArgs) {
  requireConsole(context)
  return loadEpisodes(context, url)
}

export default function AdminEpisodes({ loaderData: { view, items, nextCursor } }: Route.ComponentProps) {
  return (
    <>
      <div className="console-head">
        <div>
          <h1>Episodes</h1>
          <p className="muted">Public, unlisted, held and taken-down episodes. Times are in UTC.</p>
        </div>
        <EpisodeFilters view={view} />
      </div>
      {items.length === 0 ? (
        <EmptyState
          pose="search"
          title="No matches"
          action={
            <Link className="button" to={episodesPath}>
              Clear All Filters
            </Link>
          }
        >
          <p>No episode matches this search and these filters.</p>
        </EmptyState>
      ) : (
        <div className="panel console-table-panel">
          <table className="console-table">
            <thead>
              <tr>
                <th scope="col">Episode</th>
                <th scope="col">Creator</th>
                <th scope="col">Published</th>
                <th scope="col">Status</th>
                <th scope="col">
                  <span className="visually-hidden">Send to queue</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <EpisodeRow key={item.id} {...item} />
              ))}
            </tbody>
          </table>
          <ConsolePages
            newest={view.cursor === null ? null : episodesUrl({ ...view, cursor: null })}
            older={nextCursor === null ? null : episodesUrl({ ...view, cursor: nextCursor })}
          />
        </div>
      )}
    </>
  )
}

function EpisodeRow({ id, title, creator, date, visibility, nsfw, nsfwReason, restriction, isHeld }: EpisodeItem) {
  const hasMark = visibility !== 'public' || restriction !== null || isHeld || nsfw
  return (
    <tr>
      <th scope="row" className="console-account">
        <Link to={`/watch/${id}`}>
          <b>{title}</b>
        </Link>
        <small>{id}</small>
      </th>
      <td data-label="Creator" className="console-name">
        <Link to={`/creator/${creator.uid}`}>{creator.name}</Link>
      </td>
      <td data-label="Published" className="muted">
        <time dateTime={date.toISOString()}>{formatMoment(date)}</time>
      </td>
      <td data-label="Status">
        <span className="badge-row">
          <VisibilityBadge visibility={visibility} />
          {restriction !== null && <span className="badge">{markNames[restriction]}</span>}
          {isHeld && <HeldBadge />}
          {nsfw && <NsfwBadge />}
          {!hasMark && <span className="muted">None</span>}
        </span>
        {nsfw && nsfwReason !== '' && <small>{nsfwReason}</small>}
      </td>
      <td>
        {restriction !== 'taken_down' && (
          <Link className="button button-small" to={`/report?kind=episode&id=${id}`} aria-label={`Report: ${title}`}>
            <Icon name="flag" />
            Report
          </Link>
        )}
      </td>
    </tr>
  )
}

/** Search and mark; a form, so that it works without scripts. */
function EpisodeFilters({ view: { search, mark } }: { view: EpisodesView }) {
  return (
    <Form className="console-filters" role="search" action={episodesPath} key={`${search} ${mark}`}>
      <label className="console-search">
        <Icon name="search" />
        <input
          type="search"
          name="search"
          defaultValue={search}
          maxLength={200}
          placeholder="Title or ID"
          aria-label="Title, episode ID or creator ID"
        />
      </label>
      <label className="console-slot">
        <select name="mark" defaultValue={mark ?? ''} aria-label="Mark">
          <option value="">Any status</option>
          {listedMarks.map((each) => (
            <option key={each} value={each}>
              {markNames[each]}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </label>
      <button type="submit" className="button button-small">
        Search
      </button>
    </Form>
  )
}
