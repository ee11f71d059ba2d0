import { useState } from 'react'
import { EDIT_FAILED } from '#app/messages/failures.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { FormField } from './changed-fields.ts'
import { DiscardQuestion } from './unsaved-questions.tsx'
import type { SavingPhase } from './use-saving.ts'

/** More names than this are only counted. */
const NAMED_MAX = 3
/** From so many changes on, discarding them asks first. */
const DISCARD_ASKS_FROM = 3

interface SaveBarProps {
  formId: string
  unsaved: readonly FormField[]
  phase: SavingPhase
  /** Whether the last attempt failed. */
  isFailed: boolean
  /** The field at fault; null for none in particular. */
  faultyField: FormField | null
  /** Why it failed, where no field says so. */
  detail: string | null
  /** Whether viewers see what was saved. */
  isPublic: boolean
  watchUrl: string
  onGoTo: (field: FormField) => void
  onDiscard: () => void
}

/** Says what is unsaved, and saves or discards it. Absent while there is nothing to say. */
export function SaveBar(props: SaveBarProps) {
  const { unsaved, phase, isFailed, onDiscard } = props
  const [isAsking, setAsking] = useState(false)
  const text = statusText(props)
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      {(unsaved.length > 0 || phase !== 'idle') && (
        <section
          className={isFailed ? 'save-bar row cluster gap-3 spread is-failed' : 'save-bar row cluster gap-3 spread'}
          aria-label="Unsaved changes"
        >
          <BarText {...props} text={text} />
          <BarActions
            {...props}
            onDiscard={() => (unsaved.length < DISCARD_ASKS_FROM ? onDiscard() : setAsking(true))}
          />
        </section>
      )}
      {isAsking && <DiscardQuestion unsaved={unsaved} onDiscard={onDiscard} onClosed={() => setAsking(false)} />}
    </>
  )
}

function statusText({ unsaved, phase, isPublic }: SaveBarProps): string {
  if (phase === 'saving') return 'Saving...'
  if (unsaved.length > 0) return unsaved.length === 1 ? '1 unsaved change' : `${unsaved.length} unsaved changes`
  if (phase === 'saved') return isPublic ? 'Saved. Viewers can see your changes now.' : 'Saved.'
  return ''
}

function BarText({ unsaved, phase, isFailed, faultyField, detail, onGoTo, text }: SaveBarProps & { text: string }) {
  if (isFailed)
    return (
      <div className="save-bar-text row cluster">
        <Icon name="warn" />
        <b role="alert">{EDIT_FAILED}</b>
        {faultyField && <FieldLink field={faultyField} onGoTo={onGoTo} />}
        {!faultyField && detail && <span>{detail}</span>}
      </div>
    )
  const isSaved = phase === 'saved' && unsaved.length === 0
  const named = phase === 'idle' || !isSaved ? unsaved.slice(0, NAMED_MAX) : []
  return (
    <div className="save-bar-text row cluster">
      {isSaved ? <Icon name="check" /> : <span className="save-bar-point" aria-hidden="true" />}
      <b aria-hidden="true">{text}</b>
      <span className="save-bar-names row cluster">
        {named.map((field) => (
          <FieldLink key={field.name} field={field} onGoTo={onGoTo} />
        ))}
        {unsaved.length > NAMED_MAX && <span>and {unsaved.length - NAMED_MAX} more</span>}
      </span>
    </div>
  )
}

function FieldLink({ field, onGoTo }: { field: FormField; onGoTo: (field: FormField) => void }) {
  return (
    <button type="button" className="save-bar-link" onClick={() => onGoTo(field)}>
      {field.name}
    </button>
  )
}

function BarActions({ formId, unsaved, phase, watchUrl, onDiscard }: SaveBarProps) {
  if (unsaved.length === 0 && phase === 'saved')
    return (
      <a className="save-bar-link" href={watchUrl}>
        Watch page
      </a>
    )
  const isSaving = phase === 'saving'
  return (
    <div className="save-bar-actions row cluster">
      {!isSaving && (
        <button type="button" className="save-bar-discard" onClick={onDiscard}>
          Discard
        </button>
      )}
      <button type="submit" form={formId} className="button button-primary" aria-disabled={isSaving || undefined}>
        Save Changes
      </button>
    </div>
  )
}
