import { Field } from '#app/ui/field.tsx'
import type { NsfwSetting } from '#identity/nsfw-setting.server.ts'
import { fieldError, SectionForm, type SectionResult, SettingsSection } from './section.tsx'

interface NsfwSectionProps {
  setting: NsfwSetting
  /** The page to return to once it is saved; empty for this one. */
  next: string
  result: SectionResult
}

/** Whether episodes marked NSFW are shown without asking. The year of birth is asked for until it is known to be an adult's. */
export function NsfwSection({ setting, next, result }: NsfwSectionProps) {
  const { isAdult, always } = setting
  const typed = result.refused?.section === 'nsfw' ? result.refused.nsfw : undefined
  return (
    <SettingsSection
      id="nsfw"
      title="NSFW episodes"
      lead="NSFW episodes stay hidden until you choose to show one. They never appear in Explore or search."
    >
      <SectionForm
        section="nsfw"
        result={result}
        fields={isAdult ? [] : ['birthYear']}
        save="Save NSFW Setting"
        isUnsavedAtFirst={next !== ''}
      >
        <label key={String(always)} className="check">
          <input type="checkbox" name="always" defaultChecked={typed ? typed.always : always || next !== ''} />
          <span>Always show while I am logged in</span>
        </label>
        {!isAdult && (
          <Field
            label="Year of birth"
            name="birthYear"
            hint="Asked once, and not stored"
            inputMode="numeric"
            autoComplete="bday-year"
            maxLength={4}
            defaultValue={typed?.birthYear}
            {...fieldError('nsfw', result, 'birthYear')}
          />
        )}
        {/* Last: a truncated form lacks it. */}
        <input type="hidden" name="next" value={typed?.next ?? next} />
      </SectionForm>
    </SettingsSection>
  )
}
