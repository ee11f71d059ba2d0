import { Form } from 'react-router'
import { ConsolePages } from '#app/console/console-pages.tsx'
import { decideEpisode } from '#app/console/decide-episode.server.ts'
import { DecideSheet } from '#app/console/decide-sheet.tsx'
import { EpisodeRow, markNames } from '#app/console/episode-row.tsx'
import { type EpisodesView, episodesPath, episodesUrl } from '#app/console/episodes-url.ts'
import { requireConsole } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { loadEpisodes } from '#app/console/load-episodes.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { UndoToast } from '#app/moderation/undo-toast.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { listedMarks } from '#catalog/listed-marks.ts'
import type { Route } from './+types/admin-episodes'
import '../styles/modal.css'
import '../styles/console-episodes.css'
import '../styles/queue.css'

export const meta: Route.MetaFunction = () => consoleHead('Episodes')

export function loader({ context, url }: Route.LoaderArgs) {
  return loadEpisodes(context, requireConsole(context), url)
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const moderator = requireConsole(context)
  return await decideEpisode(context, moderator, url, await readForm(request))
}

export default function AdminEpisodes({ loaderData, actionData }: Route.ComponentProps) {
  const { view, items, nextCursor, sheet, made } = loaderData
  const refused = actionData ?? null
  return (
    <>
      <div className="console-head cluster spread">
        <div>
          <h1>Episodes</h1>
          <p className="muted">Public, unlisted, held and taken-down episodes. Dates are in UTC.</p>
        </div>
        <EpisodeFilters view={view} />
      </div>
      {refused && !sheet && <ErrorMessage>{refused.refused.message}</ErrorMessage>}
      {sheet && <DecideSheet key={sheet.id} episode={sheet} view={view} refused={refused} />}
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
                <th scope="col">Length</th>
                <th scope="col">Genre</th>
                <th scope="col">Published</th>
                <th scope="col">Status</th>
                <th scope="col" className="console-number">
                  Reports
                </th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <EpisodeRow key={item.id} item={item} view={view} />
              ))}
            </tbody>
          </table>
          <ConsolePages
            first={view.cursor === null ? null : episodesUrl({ ...view, cursor: null })}
            next={nextCursor === null ? null : episodesUrl({ ...view, cursor: nextCursor })}
            isOldestFirst={view.isOldestFirst}
          />
        </div>
      )}
      {made && <UndoToast key={made.id} made={made} />}
    </>
  )
}

/** Search, mark and order; a form, so that it works without scripts. */
function EpisodeFilters({ view: { search, mark, isOldestFirst } }: { view: EpisodesView }) {
  return (
    <Form
      className="console-filters cluster"
      role="search"
      action={episodesPath}
      key={`${search} ${mark} ${isOldestFirst}`}
    >
      <label className="console-search inline-row">
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
      <label className="console-slot inline-row">
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
      <label className="console-slot inline-row">
        <select name="order" defaultValue={isOldestFirst ? 'oldest' : ''} aria-label="Order">
          <option value="">Newest first</option>
          <option value="oldest">Oldest first</option>
        </select>
        <Icon name="down" />
      </label>
      <button type="submit" className="button button-small">
        Search
      </button>
    </Form>
  )
}
