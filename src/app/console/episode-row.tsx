import { ActionMenu, MenuButton } from '#app/ui/action-menu.tsx'
import { HeldBadge, NsfwBadge, VisibilityBadge } from '#app/ui/badges.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { formatDate, formatTime, wholeSecondsOf } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ListedMark } from '#catalog/listed-marks.ts'
import { accountsPath } from './accounts-url.ts'
import { auditUrl } from './audit-url.ts'
import { type EpisodesView, episodesUrl } from './episodes-url.ts'
import type { EpisodeItem } from './load-episodes.server.ts'

export const markNames: Record<ListedMark, string> = {
  nsfw: 'NSFW',
  limited: 'Limited',
  taken_down: 'Taken down',
  held: 'Awaiting review',
}

/** An episode in the list of the console, with the way to decide about it. */
export function EpisodeRow({ item, view }: { item: EpisodeItem; view: EpisodesView }) {
  const { id, title, creator, poster, durationSeconds, genre, date, reports } = item
  return (
    <tr>
      <th scope="row" className="console-account">
        <div className="console-episode row gap-3">
          <span className="queue-thumb">{poster !== null && <img src={poster} alt="" loading="lazy" />}</span>
          <span>
            <Link to={`/watch/${id}`}>
              <b>{title}</b>
            </Link>
            <small>
              <Link to={`/creator/${creator.uid}`}>{creator.name}</Link>
            </small>
          </span>
        </div>
      </th>
      <td data-label="Length" className="console-length">
        {durationSeconds !== null && (
          <>
            <span className="figures">{formatTime(wholeSecondsOf(durationSeconds))}</span>
            <Ruler seconds={durationSeconds} />
          </>
        )}
      </td>
      <td data-label="Genre">{genre}</td>
      <td data-label="Published" className="muted">
        <time dateTime={date.toISOString()}>{formatDate(date)}</time>
      </td>
      <td data-label="Status">
        <Marks {...item} />
      </td>
      <td data-label="Reports" className="console-number">
        {reports?.count ?? <span className="muted">None</span>}
      </td>
      <td className="console-act">
        <div className="console-acts row gap-1">
          {item.restriction !== 'taken_down' && (
            <Link
              className="button button-small"
              to={episodesUrl(view, { decide: id })}
              aria-label={`Decide: ${title}`}
              preventScrollReset
            >
              Decide
            </Link>
          )}
          <More {...item} />
        </div>
      </td>
    </tr>
  )
}

function Marks({ visibility, restriction, isHeld, nsfw, nsfwReason }: EpisodeItem) {
  const hasMark = visibility !== 'public' || restriction !== null || isHeld || nsfw
  return (
    <>
      <span className="badge-row cluster">
        <VisibilityBadge visibility={visibility} />
        {restriction !== null && <span className="badge">{markNames[restriction]}</span>}
        {isHeld && <HeldBadge />}
        {nsfw && <NsfwBadge />}
        {!hasMark && <span className="muted">None</span>}
      </span>
      {nsfw && nsfwReason !== '' && <small>{nsfwReason}</small>}
    </>
  )
}

/** Further ways from an episode, folded. */
function More({ id, title, creator }: EpisodeItem) {
  const isScripted = useHydrated()
  return (
    <ActionMenu name={`More: ${title}`}>
      <li>
        <a href={`/watch/${id}`}>
          <Icon name="play" />
          Watch page
        </a>
      </li>
      <li>
        <Link to={`${accountsPath}?${new URLSearchParams({ search: creator.name })}`}>
          <Icon name="user" />
          Open account
        </Link>
      </li>
      <li>
        <Link to={auditUrl({ subject: id })}>
          <Icon name="log" />
          Its audit log
        </Link>
      </li>
      {isScripted && <MenuButton icon="copy" name="Copy ID" onChoose={() => void copyText(id, null)} />}
      <li>
        <small>{id}</small>
      </li>
    </ActionMenu>
  )
}
