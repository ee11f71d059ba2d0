import { Form, useNavigation } from 'react-router'
import { decisionTitle, effects } from '#app/messages/decisions.ts'
import { ruleName, ruleTexts } from '#app/messages/rules.ts'
import { ErrorMessage, TextAreaField } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { OwnDecision } from '#moderation/appeals.server.ts'
import { WORDS_MAX_CHARACTERS } from '#moderation/decision.ts'
import type { AppealResult } from './handle-appeal.server.ts'

interface OwnDecisionCardProps {
  made: OwnDecision
  /** Whether there is still time for an appeal. */
  mayAppeal: boolean
  /** The appeal about this decision that was just refused. */
  refused: AppealResult | null
}

/** A moderator's decision about a thing of this person: its reason, rule and effects, and the appeal. */
export function OwnDecisionCard({ made, mayAppeal, refused }: OwnDecisionCardProps) {
  const { id, decision, rule, reason, label, subject, at, appeal, answer } = made
  return (
    <article className="decision-notice" id={id} aria-labelledby={`title-${id}`}>
      <header>
        <span className="decision-shield middle">
          <Icon name="shield" />
        </span>
        <div>
          <h2 id={`title-${id}`} className="text-face">
            {decisionTitle(decision, subject)}
          </h2>
          <p className="muted">
            Decided by a moderator on {formatDate(at)}.{label !== null && ` Reason on the badge: ${label}.`}
            {made.until !== null && ` Until ${formatDate(made.until)}.`}
          </p>
        </div>
      </header>
      <div className="decision-columns">
        <div>
          <h3>Reason from the moderator</h3>
          <p className="decision-words">{reason}</p>
          {rule && (
            <blockquote className="decision-rule">
              <b>{ruleName(rule)}</b>
              {ruleTexts[rule].text}
            </blockquote>
          )}
        </div>
        {answer?.outcome !== 'reversed' && (
          <div>
            <h3>What changes</h3>
            <ul className="decision-effects stack">
              {effects[decision].map(({ isKept, text }) => (
                <li key={text} className={isKept ? 'is-kept' : undefined}>
                  <Icon name={isKept ? 'check' : 'x'} />
                  {text}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {answer && (
        <section
          className={
            answer.outcome === 'reversed' ? 'decision-answer row cluster is-reversed' : 'decision-answer row cluster'
          }
        >
          <span className="stamp stamp-square" aria-hidden="true">
            {answer.outcome === 'reversed' ? 'OK' : 'DENIED'}
          </span>
          <div>
            <h3>{answer.outcome === 'reversed' ? 'Decision reversed' : 'Appeal denied'}</h3>
            <p className="decision-words">{answer.reason}</p>
          </div>
        </section>
      )}
      {appeal && !answer && <AppealWay made={made} appeal={appeal} />}
      {!appeal && mayAppeal && <AppealForm made={made} refused={refused} />}
      <p>
        <Link className="link" to="/rules">
          Read all rules
        </Link>
      </p>
    </article>
  )
}

function AppealWay({ made, appeal }: { made: OwnDecision; appeal: NonNullable<OwnDecision['appeal']> }) {
  return (
    <section aria-label="Your appeal">
      <h3>Your appeal</h3>
      <ol className="way">
        <li className="is-done">
          <p>
            <b>Decided</b>
            <span>By a moderator</span>
          </p>
          <time dateTime={made.at.toISOString()}>{formatDate(made.at)}</time>
        </li>
        <li className="is-done">
          <p>
            <b>Appeal sent</b>
            <span>{appeal.text}</span>
          </p>
          <time dateTime={appeal.at.toISOString()}>{formatDate(appeal.at)}</time>
        </li>
        <li className="is-now" aria-current="step">
          <p>
            <b>In review</b>
            <span>By another moderator</span>
          </p>
        </li>
        <li>
          <p>
            <b>Answer</b>
            <span>By email and here</span>
          </p>
        </li>
      </ol>
    </section>
  )
}

/** Opens without scripts. */
function AppealForm({ made, refused }: { made: OwnDecision; refused: AppealResult | null }) {
  const isBusy = useNavigation().state !== 'idle'
  const problem = refused?.refused ?? null
  return (
    <details className="decision-appeal" open={refused !== null}>
      <summary className="button button-primary">Appeal</summary>
      <Form method="post" preventScrollReset>
        <p className="muted">A different moderator will read your appeal. You can appeal once.</p>
        <input type="hidden" name="decision" value={made.id} />
        {problem && problem.field !== 'text' && <ErrorMessage>{problem.message}</ErrorMessage>}
        <TextAreaField
          label="Why"
          hint={`up to ${WORDS_MAX_CHARACTERS} characters`}
          name="text"
          rows={4}
          defaultValue={refused?.values.text}
          {...(problem?.field === 'text' && { error: problem.message })}
        />
        <button type="submit" className="button button-primary" disabled={isBusy}>
          Send Appeal
        </button>
      </Form>
      <p className="muted">You can appeal until {formatDate(made.appealUntil)}.</p>
    </details>
  )
}
