import { useRef, useState } from 'react'
import { CopyButton } from '#app/share/copy-button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'

/** The secret address of the feed of Following, to copy and to renew. */
export function FeedSection({ url, result }: { url: string; result: SectionResult }) {
  const field = useRef<HTMLInputElement>(null)
  const canCopy = useHydrated()
  const [hasFailed, setFailed] = useState(false)
  async function copy(): Promise<boolean> {
    const isDone = await copyText(url, field.current)
    setFailed(!isDone)
    return isDone
  }
  return (
    <SettingsSection
      id="feed"
      title="Feed"
      lead="Read new episodes from creators you follow in a feed reader. Anyone with this address can read your feed. A new password changes it, too."
    >
      {/* Outside the form, which the Enter key in a field would send. */}
      <Field
        key={url}
        ref={field}
        label="Address"
        type="url"
        readOnly
        defaultValue={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      {hasFailed && <ErrorMessage>The address could not be copied. Please select and copy it.</ErrorMessage>}
      <SectionForm section="feed" result={result}>
        <div className="settings-actions cluster gap-3">
          {canCopy && <CopyButton name="Copy address" copy={copy} />}
          <SubmitButton variant="" name="renew" value="yes">
            New Address
          </SubmitButton>
        </div>
      </SectionForm>
    </SettingsSection>
  )
}
