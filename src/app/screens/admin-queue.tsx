import { useState } from 'react'
import { requireConsole } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { choicesOf, DecisionSheet, type SheetChoice } from '#app/moderation/decision-sheet.tsx'
import { handleQueue } from '#app/moderation/handle-queue.server.ts'
import { ItemFacts } from '#app/moderation/item-facts.tsx'
import { ItemFrames } from '#app/moderation/item-frames.tsx'
import { ItemMoments } from '#app/moderation/item-moments.tsx'
import { loadQueue, type OpenItem, type QueueData } from '#app/moderation/load-queue.server.ts'
import {
  AppealSheet,
  ItemHead,
  ItemHistory,
  ItemLines,
  ItemReports,
  type RefusedForm,
} from '#app/moderation/queue-item.tsx'
import { QueueKeys } from '#app/moderation/queue-keys.tsx'
import { QueueList } from '#app/moderation/queue-list.tsx'
import { queuePath, queueUrl } from '#app/moderation/queue-url.ts'
import { UndoToast } from '#app/moderation/undo-toast.tsx'
import { useQueueKeys } from '#app/moderation/use-queue-keys.ts'
import { formatAge } from '#app/ui/age.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { itemKinds } from '#moderation/item.ts'
import type { Route } from './+types/admin-queue'
import '../styles/modal.css'
import '../styles/report.css'
import '../styles/queue.css'

export const meta: Route.MetaFunction = () => consoleHead('Queue')

export function loader({ context, url }: Route.LoaderArgs) {
  return loadQueue(context, requireConsole(context), url)
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const moderator = requireConsole(context)
  return await handleQueue(context, moderator, url, await readForm(request))
}

const filterNames = {
  suggestion: 'Suggestions',
  report: 'Reports',
  comment: 'Comments, notes',
  appeal: 'Appeals',
} as const

export default function AdminQueue({ loaderData, actionData }: Route.ComponentProps) {
  const { open, made, items } = loaderData
  const refused = actionData ?? null
  const [chosen, setChosen] = useState<{ item: string; choice: SheetChoice } | null>(null)
  const choose = (choice: SheetChoice) => open && setChosen({ item: open.id, choice })
  const before = open && choicesOf(open).find((choice) => choice === refused?.values.decision)
  const choice = (chosen?.item === open?.id ? chosen?.choice : before) ?? 'leave'
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isScripted = useHydrated()
  useQueueKeys(loaderData, choose, () => setHelpOpen(true))
  return (
    <div className="queue">
      <div className="console-head cluster spread">
        <div>
          <h1>Queue</h1>
          <p className="muted">{waitWords(loaderData)}</p>
        </div>
        {isScripted && (
          <p className="queue-keys muted small">
            <span aria-hidden="true">
              <kbd>J</kbd> <kbd>K</kbd> next, previous <kbd>R</kbd> reveal <kbd>1</kbd> to <kbd>7</kbd> choose{' '}
              <kbd>U</kbd> undo
            </span>
            <button type="button" className="link" onClick={() => setHelpOpen(true)}>
              Keyboard
            </button>
          </p>
        )}
      </div>
      <QueueFilters data={loaderData} />
      {refused && !open && <ErrorMessage>{refused.refused.message}</ErrorMessage>}
      {items.length === 0 && !open ? (
        <NothingWaits data={loaderData} />
      ) : (
        <div className={loaderData.isItemChosen ? 'queue-columns has-chosen' : 'queue-columns'}>
          <QueueList data={loaderData} />
          {open && (
            <OpenedItem key={open.id} data={loaderData} open={open} refused={refused} choice={choice} choose={choose} />
          )}
        </div>
      )}
      {made && <UndoToast key={made.id} made={made} />}
      {isHelpOpen && <QueueKeys onClosed={() => setHelpOpen(false)} />}
    </div>
  )
}

function NothingWaits({ data: { view, counts, now } }: { data: QueueData }) {
  if (view.kind !== null || view.isMine)
    return (
      <EmptyState
        pose="search"
        title="No matches"
        action={
          <Link className="button" to={queuePath}>
            Clear All Filters
          </Link>
        }
      >
        <p>No items match these filters.</p>
      </EmptyState>
    )
  const closed = counts.lastClosedAt && formatAge(counts.lastClosedAt, now)
  return (
    <EmptyState pose="sleep" title="The queue is empty">
      <p>{closed ? `The last item was closed ${inSentence(closed)}.` : 'Nothing has been reported yet.'}</p>
    </EmptyState>
  )
}

/** 'Just now' inside of a sentence; a date keeps its capital. */
function inSentence(age: string): string {
  return age === 'Just now' || age === 'Yesterday' ? age.toLowerCase() : age
}

function waitWords({ counts, items, now }: QueueData): string {
  const [oldest] = [...items].sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime())
  if (!oldest) return ''
  return `${counts.all} ${counts.all === 1 ? 'item waiting' : 'items waiting'}, oldest from ${inSentence(formatAge(oldest.openedAt, now))}`
}

function QueueFilters({ data: { view, counts } }: { data: QueueData }) {
  return (
    <nav className="queue-filters cluster" aria-label="Kinds">
      <Link to={queueUrl({ ...view, kind: null, item: null, cursor: null })} aria-current={view.kind === null}>
        All <span>{counts.all}</span>
      </Link>
      {itemKinds.map((kind) => (
        <Link key={kind} to={queueUrl({ ...view, kind, item: null, cursor: null })} aria-current={view.kind === kind}>
          {filterNames[kind]} <span>{counts[kind]}</span>
        </Link>
      ))}
      <Link
        className="queue-order"
        to={queueUrl({ ...view, isNewestFirst: !view.isNewestFirst, item: null, cursor: null })}
        aria-current={view.isNewestFirst}
      >
        Newest first
      </Link>
      <Link to={queueUrl({ ...view, isMine: !view.isMine, item: null, cursor: null })} aria-current={view.isMine}>
        My items
      </Link>
    </nav>
  )
}

interface OpenedItemProps {
  data: QueueData
  open: OpenItem
  refused: RefusedForm
  choice: SheetChoice
  choose: (choice: SheetChoice) => void
}

function OpenedItem({ data, open, refused, choice, choose }: OpenedItemProps) {
  const isOnlyAppeal = open.kinds.every((kind) => kind === 'appeal')
  const isDecidable = open.claimedBy === null && open.state !== 'closed' && !open.isSecondMine && !isOnlyAppeal
  return (
    <article className="queue-item">
      <Link className="back queue-back" to={queueUrl({ ...data.view, item: null })}>
        <Icon name="left" />
        Back to Queue
      </Link>
      <ItemHead item={open} isDecidable={isDecidable} />
      {open.episode && <ItemMoments episode={open.episode} />}
      <ItemFrames frames={open.frames} suggestion={open.suggestion} subject={open.subject} />
      <div className="queue-item-parts">
        <div className="queue-facts-column">
          <ItemLines item={open} />
          <ItemReports item={open} now={data.now} />
          {open.episode && <ItemFacts episode={open.episode} />}
          <ItemHistory item={open} />
        </div>
        <div className="queue-sheets" id="sheets">
          {open.appeals.map((appeal) => (
            <AppealSheet key={appeal.id} appeal={appeal} refused={refused} />
          ))}
          {isDecidable && <DecisionSheet item={open} chosen={choice} onChoose={choose} refused={refused} />}
          {open.isSecondMine && (
            <p className="muted">You asked for a second opinion. Another moderator has to decide.</p>
          )}
          {open.state === 'closed' && <p className="muted">This item is closed.</p>}
        </div>
      </div>
    </article>
  )
}
