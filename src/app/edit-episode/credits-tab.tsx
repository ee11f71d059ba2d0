import { type FormEvent, useLayoutEffect, useRef } from 'react'
import { CreditRows } from '#app/credits/credit-rows.tsx'
import { readCreditRows } from '#app/credits/credits-form.ts'
import type { CreditSuggestions } from '#app/credits/load-suggestions.server.ts'
import { useCreditRows } from '#app/credits/use-credit-rows.ts'
import type { ActionProblem } from '#app/dashboard/action-problem.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { CREDITS_MAX, type EditableCredit } from '#catalog/credits/credit.ts'
import type { Credits } from './use-credits.ts'

interface CreditsTabProps {
  stored: readonly EditableCredit[]
  suggestions: CreditSuggestions
  credits: Credits
  /** Why the bar could not save them. */
  problem: ActionProblem | null
  onSave: () => void
}

/** The people who worked on an episode, as fields that the bar saves. */
export function CreditsTab(props: CreditsTabProps) {
  return (
    <>
      <div className="row cluster gap-3 spread">
        <h2>{countOf(props.stored)}</h2>
      </div>
      <p className="credits-lead">
        To link a name, enter a username or profile URL. Hoshi asks that person once the episode is public, and the name
        stays plain text until they accept.
      </p>
      <CreditFields key={props.credits.version} {...props} />
    </>
  )
}

function CreditFields({ stored, suggestions, credits, problem, onSave }: CreditsTabProps) {
  const form = useRef<HTMLFormElement>(null)
  const list = useCreditRows(credits.rows, { isLocked: false, refused: null })
  const { type } = credits
  const read = () => {
    const rows = form.current && readCreditRows(new FormData(form.current))
    if (rows) type(rows)
  }
  const latestRead = useRef(read)
  latestRead.current = read
  // Rows that are added, moved or removed cause no input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the rows reads the form again.
  useLayoutEffect(() => latestRead.current(), [list.rows])
  const { unknownProfile } = credits
  const isAboutProfile = problem !== null && unknownProfile !== null
  const errorAt = (at: number) =>
    isAboutProfile && credits.rows[at]?.link.trim() === unknownProfile ? (problem.detail ?? '') : undefined

  return (
    <form
      ref={form}
      className="credits-form"
      noValidate
      onChange={read}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSave()
      }}
    >
      {/* The button of the Enter key: a form's first. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {problem?.detail && !isAboutProfile && <ErrorMessage>{problem.detail}</ErrorMessage>}
      <CreditRows
        list={list}
        typed={credits.rows}
        stored={stored}
        suggestions={suggestions}
        isLocked={false}
        errorAt={errorAt}
      />
      {list.rows.length < CREDITS_MAX && (
        <div className="credit-actions cluster gap-3 spread">
          <button type="button" className="button button-small" onClick={list.add}>
            <Icon name="plus" />
            Add Credit
          </button>
        </div>
      )}
    </form>
  )
}

/** The same before scripts run: what there is, and the way to the page that changes it. */
export function PlainCreditsTab({ id, stored }: { id: string; stored: readonly EditableCredit[] }) {
  return (
    <>
      <div className="row cluster gap-3 spread">
        <h2>{countOf(stored)}</h2>
        <Link className="button button-small" to={`/dashboard/credits/${id}`}>
          <Icon name="edit" />
          Edit Credits
        </Link>
      </div>
      {stored.length === 0 && <p className="edit-none">No credits yet. Add the people who worked on this episode.</p>}
      <ul className="edit-rows">
        {stored.map(({ name, role, link }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person may have the same role twice, and the order is the identity.
          <li key={at}>
            <b>{name}</b>
            <span>{role}</span>
            <span>{linkText(link)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function countOf({ length }: readonly EditableCredit[]): string {
  return length === 1 ? '1 credit' : `${length} credits`
}

function linkText(link: EditableCredit['link']): string {
  if (link === null) return 'Shown as text'
  return link.isAccepted ? 'Linked' : 'Awaiting answer'
}
