import { useId } from 'react'
import { ASKS_EMBED, type EmbedValues } from '#app/dashboard/embed-choice.ts'
import { ErrorMessage, TextAreaField } from '#app/ui/field.tsx'

/** Whether other sites may embed the episode, and which. */
export function EmbedField({ values, error }: { values: EmbedValues; error: string | null }) {
  const id = useId()
  const errorId = error === null ? undefined : `${id}-error`
  return (
    <div className="embed-choice">
      <input type="hidden" name={ASKS_EMBED} value="true" />
      <div className="check">
        <input
          type="checkbox"
          id={id}
          name="embedsOpen"
          value="true"
          defaultChecked={values.embedsOpen}
          aria-describedby={`${id}-hint`}
        />
        <span>
          <label className="check-title" htmlFor={id}>
            Allow embedding
          </label>
          <span className="check-hint" id={`${id}-hint`}>
            On other sites, in a player that links to Hoshi
          </span>
        </span>
      </div>
      <TextAreaField
        label="Allowed sites"
        hint="One per line. Leave empty to allow all."
        name="embedSites"
        rows={2}
        placeholder="https://example.com"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={values.embedSites}
        describedBy={errorId}
        isInvalid={error !== null}
      />
      {error !== null && <ErrorMessage id={errorId}>{error}</ErrorMessage>}
    </div>
  )
}
