import { Form, useNavigation } from 'react-router'
import { ANNOUNCEMENT_MAX_CHARACTERS, type SiteSettings } from '#administration/site/site-settings.ts'
import type { Refused } from '#app/http/refused.server.ts'
import { commentPolicyWords, moderationWords, settingNames, signUpWords } from '#app/messages/site.ts'
import { ChoiceRows } from '#app/ui/choice-rows.tsx'
import { ErrorMessage, TextAreaField } from '#app/ui/field.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'

interface SettingsFormProps {
  settings: SiteSettings
  /** The refusal of this form, if there was one. */
  refused: Refused | null
}

/** The settings of the site, saved together. */
export function SettingsForm({ settings, refused }: SettingsFormProps) {
  const isBusy = useNavigation().state !== 'idle'
  const isAnnouncement = refused?.field === 'announcement'
  return (
    <PaperCard className="console-paper">
      <h2>Site settings</h2>
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="settings" />
        {refused && !isAnnouncement && <ErrorMessage>{refused.message}</ErrorMessage>}
        <TextAreaField
          label={settingNames.announcement}
          hint={`shown on every page, up to ${ANNOUNCEMENT_MAX_CHARACTERS} characters`}
          name="announcement"
          rows={2}
          defaultValue={settings.announcement}
          {...(isAnnouncement && { error: refused.message })}
        />
        <Choices name="signUp" words={signUpWords} chosen={settings.signUp} />
        <Choices name="moderation" words={moderationWords} chosen={settings.moderation} />
        <Choices name="commentPolicy" words={commentPolicyWords} chosen={settings.commentPolicy} />
        <div className="console-paper-end cluster gap-3">
          <button type="submit" className="button button-primary" aria-disabled={isBusy || undefined}>
            Save Changes
          </button>
        </div>
      </Form>
    </PaperCard>
  )
}

interface ChoicesProps {
  name: keyof SiteSettings
  words: Readonly<Record<string, { title: string; hint: string }>>
  chosen: string
}

function Choices({ name, words, chosen }: ChoicesProps) {
  const choices = Object.entries(words).map(([value, { title, hint }]) => ({ value, title, hint }))
  return <ChoiceRows legend={settingNames[name]} name={name} choices={choices} initial={chosen} />
}
