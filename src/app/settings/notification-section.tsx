import { SelectField } from '#app/ui/field.tsx'
import type { NotificationSettings } from '#community/notification.ts'
import { shownKinds } from './notification-kinds.ts'
import { SectionForm, type SectionResult, SettingsSection } from './section.tsx'

interface NotificationSectionProps {
  settings: NotificationSettings
  result: SectionResult
}

/** The settings of the bell, and of the mail that sums it up. */
export function NotificationSection({ settings, result }: NotificationSectionProps) {
  return (
    <SettingsSection id="notifications" title="Notifications" lead="Choose which notifications you get from now on.">
      <SectionForm section="notifications" result={result} save="Save Notifications">
        <fieldset className="settings-kinds">
          <legend className="visually-hidden">Kinds</legend>
          {shownKinds.map(({ kind, label }) => (
            <label key={`${kind} ${settings[kind]}`} className="check">
              <input type="checkbox" name={kind} defaultChecked={settings[kind]} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <SelectField
          key={settings.digest}
          label="Email digest"
          name="digest"
          defaultValue={settings.digest}
          hint="New and unread notifications only"
        >
          <option value="off">Off</option>
          <option value="daily">Daily</option>
          <option value="weekly">Weekly</option>
        </SelectField>
      </SectionForm>
    </SettingsSection>
  )
}
