import { useId } from 'react'
import { ASKS_EMBED, type EmbedValues } from '#app/dashboard/embed-choice.ts'
import { ErrorMessage, TextAreaField } from '#app/ui/field.tsx'
import { SwitchRow } from './switch-row.tsx'

/** Whether other sites may embed the episode, and which. */
export function EmbedField({ values, error }: { values: EmbedValues; error: string | null }) {
  const id = useId()
  const errorId = error === null ? undefined : `${id}-error`
  return (
    <div className="embed-choice">
      <input type="hidden" name={ASKS_EMBED} value="true" />
      <SwitchRow
        name="embedsOpen"
        title="Allow embedding"
        hint="On other sites, in a player that links to Hoshi"
        isOn={values.embedsOpen}
      />
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
