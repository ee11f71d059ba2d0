import { Form, useNavigation } from 'react-router'
import type { Refused } from '#app/http/refused.server.ts'
import { decisionWords } from '#app/messages/decisions.ts'
import { failureWords, suggestionName } from '#app/messages/image-checks.ts'
import { formatAge } from '#app/ui/age.ts'
import { ErrorMessage, TextAreaField } from '#app/ui/field.tsx'
import { formatDate, formatTime } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import type { OpenItem } from './load-queue.server.ts'
import type { DecisionValues } from './read-decision.server.ts'

/** The last form, if it was refused: the refusal, and the values of the form. */
export type RefusedForm = { refused: Refused; values: DecisionValues } | null

/** Name of the open item, and the link to the thing itself. */
export function ItemHead({ item, isDecidable }: { item: OpenItem; isDecidable: boolean }) {
  const { subject, claimedBy, isMine } = item
  return (
    <header className="queue-item-head row cluster gap-3">
      <div>
        <h2 className="text-face">{subject.title ?? 'Deleted content'}</h2>
        {item.creatorName !== null && subject.kind !== 'creator' && <p className="muted">by {item.creatorName}</p>}
        {subject.moment && (
          <p className="muted">
            At {formatTime(Math.floor(subject.moment.seconds))} in {subject.moment.episodeTitle}
          </p>
        )}
        {item.text !== null && item.text !== subject.title && (
          <blockquote className="report-quote">{item.text}</blockquote>
        )}
        <SuggestionWords item={item} />
        {item.word !== null && <p className="queue-second">Contains a listed word: “{item.word}”.</p>}
        {item.isHeld && subject.kind !== 'creator' && <p className="queue-second">{heldWords[subject.kind]}</p>}
        {claimedBy !== null && <p className="muted">{claimedBy} is reviewing this now.</p>}
        {item.secondNote !== null && (
          <p className="queue-second">
            Second opinion requested{item.secondNote === '' ? '.' : `: ${item.secondNote}`}
          </p>
        )}
      </div>
      {subject.path !== null && (
        <a className="button button-small" href={subject.path} target="_blank" rel="noreferrer">
          {subject.kind === 'creator' ? 'Profile' : 'Watch page'}
        </a>
      )}
      {isDecidable && (
        <a className="button button-small queue-jump" href="#sheets">
          Decide
        </a>
      )}
      {claimedBy === null && item.state !== 'closed' && (
        <Form method="post">
          <input type="hidden" name="intent" value={isMine ? 'release' : 'claim'} />
          <input type="hidden" name="item" value={item.id} />
          <button type="submit" className="button button-small">
            {isMine ? 'Release' : 'Claim'}
          </button>
        </Form>
      )}
    </header>
  )
}

const heldWords = {
  episode:
    'Held: only the creator and moderators can see it until you decide. Suspending the account does not release it.',
  comment:
    'Held: only the author, the episode’s creator and moderators can see it until the creator or a moderator decides.',
  note: 'Held: only the author, the episode’s creator and moderators can see it until the creator or a moderator decides.',
  subtitle: '',
}

const stillWords = { episode: 'on the poster', creator: 'on the profile picture', comment: '', note: '', subtitle: '' }

function SuggestionWords({ item: { subject, suggestion, failure } }: { item: OpenItem }) {
  if (failure !== null) return <p className="queue-second">The images could not be checked: {failureWords[failure]}</p>
  if (!suggestion) return null
  const { atSeconds, hasMarked } = suggestion
  return (
    <p className="queue-second">
      Suggestion: {suggestionName(suggestion)}{' '}
      {atSeconds === null ? stillWords[subject.kind] : `at ${formatTime(atSeconds)}`}.
      {hasMarked && ' It is marked NSFW until you decide. "No action" removes the mark.'}
    </p>
  )
}

/** The lines of subtitles, to read beside the reports about them. */
export function ItemLines({ item }: { item: OpenItem }) {
  const { lines, subject } = item
  if (!lines) return null
  return (
    <section className="panel queue-panel" aria-labelledby="queue-lines">
      <h3 id="queue-lines">
        Lines <span className="muted">{item.lineCount}</span>
      </h3>
      <ol className="queue-lines stack" aria-labelledby="queue-lines">
        {lines.map(({ from, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
          <li key={at}>
            <a className="link figures" href={`${subject.path}?t=${Math.floor(from)}`} target="_blank" rel="noreferrer">
              {formatTime(Math.floor(from))}
            </a>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The reports of an item, as text. */
export function ItemReports({ item, now }: { item: OpenItem; now: Date }) {
  const { reportList } = item
  return (
    <section className="panel queue-panel" aria-labelledby="queue-reports">
      <h3 id="queue-reports">
        Reports on it <span className="muted">{reportList.length}</span>
      </h3>
      {reportList.length === 0 && <p className="muted">No reports.</p>}
      <ul className="queue-reports">
        {reportList.map(({ id, reason, details, atSeconds, createdAt, outcome, sender }) => (
          <li key={id}>
            <p>
              <b>{reason}</b>{' '}
              <span className="muted">
                {atSeconds !== null &&
                  (item.subject.path === null ? (
                    `At ${formatTime(atSeconds)}, `
                  ) : (
                    <>
                      <a
                        className="link"
                        href={`${item.subject.path}?t=${Math.floor(atSeconds)}`}
                        target="_blank"
                        rel="noreferrer"
                      >
                        At {formatTime(atSeconds)}
                      </a>
                      ,{' '}
                    </>
                  ))}
                {formatAge(createdAt, now)}
                {outcome !== null && outcome !== 'gone' && ` · ${decisionWords[outcome].done}`}
              </span>
            </p>
            {details !== '' && <p className="queue-words">{details}</p>}
            <p className="queue-sender">{senderWords(sender)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function senderWords(sender: { answered: number; left: number } | null): string {
  if (sender === null) return 'Sent without an account.'
  if (sender.answered === 0) return 'First report from this account.'
  const times = sender.answered === 1 ? 'once' : `${sender.answered} times`
  return `This account has reported ${times} before; ${sender.left} led to no action.`
}

/** The record of the thing's creator or author. */
export function ItemHistory({ item }: { item: OpenItem }) {
  const { history } = item
  if (!history) return null
  return (
    <section className="panel queue-panel" aria-labelledby="queue-history">
      <h3 id="queue-history" className="text-face">
        {item.creatorName ?? 'Creator'}
      </h3>
      <dl className="queue-history">
        <dt>Taken down</dt>
        <dd>{history.takenDown || 'none'}</dd>
        <dt>Marks</dt>
        <dd>{history.marks || 'none'}</dd>
        <dt>Warnings</dt>
        <dd>{history.warnings || 'none'}</dd>
        <dt>Reports</dt>
        <dd>
          {history.reports.total === 0
            ? 'none'
            : `${history.reports.total} in total, ${history.reports.left} led to no action`}
        </dd>
      </dl>
      <Link className="link" to={`/creator/${history.uid}`}>
        Open profile
      </Link>
      {history.decisions.length > 0 && (
        <ol className="way">
          {history.decisions.map(({ decision, title, at }) => (
            <li key={at.toISOString()} className="is-done">
              <p>
                <b>{decisionWords[decision].done}</b>
                <span>{title}</span>
              </p>
              <time dateTime={at.toISOString()}>{formatDate(at)}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** An appeal about the item, and its answer. */
export function AppealSheet({ appeal, refused }: { appeal: OpenItem['appeals'][number]; refused: RefusedForm }) {
  const isBusy = useNavigation().state !== 'idle'
  const problem = refused?.refused ?? null
  return (
    <PaperCard className="decision-sheet">
      <h2>Appeal</h2>
      <p className="report-lead">
        Against: {decisionWords[appeal.decision].title}. {appeal.reason}
      </p>
      <blockquote className="report-quote">{appeal.text}</blockquote>
      {appeal.isOwn ? (
        <p className="report-lead">You made this decision. Another moderator has to answer.</p>
      ) : (
        <Form method="post">
          <input type="hidden" name="intent" value="appeal" />
          <input type="hidden" name="appeal" value={appeal.id} />
          {problem && problem.field !== 'reason' && <ErrorMessage>{problem.message}</ErrorMessage>}
          <TextAreaField
            label="Message to the creator"
            hint="the creator will read this"
            name="reason"
            rows={3}
            maxLength={1000}
            defaultValue={refused?.values.reason}
            {...(problem?.field === 'reason' && { error: problem.message })}
          />
          <div className="report-end row cluster gap-3">
            <button type="submit" name="outcome" value="upheld" className="button" disabled={isBusy}>
              Deny Appeal
            </button>
            <button type="submit" name="outcome" value="reversed" className="button button-primary" disabled={isBusy}>
              Reverse Decision
            </button>
          </div>
        </Form>
      )}
    </PaperCard>
  )
}
