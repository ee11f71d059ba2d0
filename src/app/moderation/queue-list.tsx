import { suggestionName } from '#app/messages/image-checks.ts'
import { formatAge } from '#app/ui/age.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { QueueData, ShownItem } from './load-queue.server.ts'
import { queueUrl } from './queue-url.ts'

const kindNames = { suggestion: 'Suggestion', report: 'Report', appeal: 'Appeal' } as const

/** The open items of the queue, child safety first. The selected one is marked. */
export function QueueList({ data }: { data: QueueData }) {
  const { items, view, nextCursor, total, now } = data
  return (
    <nav className="queue-list" aria-label="Waiting">
      <ol>
        {items.map((item) => (
          <li key={item.id}>
            <Link
              to={queueUrl({ ...view, item: item.id })}
              aria-current={item.id === view.item ? 'true' : undefined}
              preventScrollReset
            >
              <span className="queue-thumb">
                {item.subject.picture && (
                  <img src={item.subject.picture} alt="" loading="lazy" width="64" height="36" />
                )}
              </span>
              <b>{item.subject.title ?? 'Deleted content'}</b>
              <span>{whyOf(item)}</span>
              <span className={item.isUrgent ? 'queue-urgent muted small' : 'muted small'}>
                {item.isUrgent && (
                  <>
                    <Icon name="warn" />
                    Urgent ·{' '}
                  </>
                )}
                {factsOf(item, now)}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {nextCursor !== null && (
        <Link className="link" to={queueUrl({ ...view, item: null, cursor: nextCursor })}>
          {total - items.length} more
        </Link>
      )}
    </nav>
  )
}

function whyOf({ kinds, subject, reasons, suggestion, failure, word, state }: ShownItem): string {
  const kind = kinds.includes('appeal') ? 'appeal' : kinds[0]
  if (kind === undefined) return state === 'closed' ? 'Closed' : ''
  if (kind === 'suggestion') {
    if (suggestion) return `Suggestion: ${suggestionName(suggestion)}`
    if (failure !== null) return 'Could not be checked'
    return word === null ? 'Awaiting review' : `Word: ${word}`
  }
  if (kind === 'comment') {
    const held = subject.kind === 'note' ? 'Held note' : 'Held comment'
    return word === null ? held : `${held}, word: ${word}`
  }
  return kind === 'report' && reasons.length > 0
    ? `Report: ${reasons.map((reason) => reason.charAt(0).toLowerCase() + reason.slice(1)).join(', ')}`
    : kindNames[kind]
}

function factsOf({ openedAt, reports, claimedBy, state }: ShownItem & { claimedBy: string | null }, now: Date): string {
  return [
    formatAge(openedAt, now),
    ...(reports > 0 ? [reports === 1 ? '1 report' : `${reports} reports`] : []),
    ...(state === 'awaiting_second' ? ['second opinion'] : []),
    ...(claimedBy === null ? [] : [claimedBy]),
  ].join(' · ')
}
