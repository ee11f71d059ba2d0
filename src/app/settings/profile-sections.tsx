import { type RefObject, useMemo } from 'react'
import { CreatorFields } from '#app/auth/account-type.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { FileRow } from '#app/ui/file-row.tsx'
import { type FieldProblem, useFormProblems } from '#app/ui/form-problems.ts'
import { FormSummary } from '#app/ui/form-summary.tsx'
import { imageTypes } from '#platform/image-upload.ts'
import { fieldError, SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'
import { type ProfileValues, profileLabels, type RefusedSection } from './settings-state.ts'

const profileFields = Object.keys(profileLabels)

/** The form for a creator's public profile. */
export function ProfileSection({ profile, result }: { profile: ProfileValues; result: SectionResult }) {
  return (
    <SettingsSection id="profile" title="Profile" lead="This is your public profile. Everyone can see it.">
      <SectionForm section="profile" result={result} fields={profileFields} save="Save Profile">
        {(form) => <ProfileFields form={form} section="profile" stored={profile} result={result} />}
      </SectionForm>
    </SettingsSection>
  )
}

interface ProfileFieldsProps {
  form: RefObject<HTMLFormElement | null>
  section: 'profile' | 'creator'
  /** The profile as it is; absent before there is one. */
  stored?: ProfileValues
  result: SectionResult
}

/** The fields of a profile, with all that was wrong with them. */
function ProfileFields({ form, section, stored, result }: ProfileFieldsProps) {
  const refused = result.refused?.section === section ? result.refused : null
  const shown = useFormProblems(
    form,
    useMemo(() => problemsOf(refused), [refused]),
  )
  return (
    <div {...shown.formProps}>
      <FormSummary form={form} shown={shown} labels={profileLabels} />
      <CreatorFields values={refused?.values ?? stored} fieldProps={shown.fieldProps} />
    </div>
  )
}

/** Returns the problems of the fields by themselves, or else why the server refused one, such as a name that is taken. */
function problemsOf(refused: RefusedSection | null): FieldProblem[] {
  const { field, message, profileProblems = [] } = refused ?? {}
  if (profileProblems.length > 0) return profileProblems
  return field && message && profileFields.includes(field) ? [{ field, message }] : []
}

/** The form for the profile picture. */
export function AvatarSection({ name, url, result }: { name: string; url: string; result: SectionResult }) {
  return (
    <SettingsSection id="picture" title="Profile picture">
      <SectionForm
        section="picture"
        result={result}
        fields={['avatar']}
        withFile
        save="Save Picture"
        buttons={
          url !== '' && (
            <button type="submit" name="remove" value="yes" className="button">
              Remove Picture
            </button>
          )
        }
      >
        <div className="settings-picture">
          <Avatar name={name} url={url} size="medium" />
          <FileRow
            label="Picture"
            hint="JPEG, PNG, WebP or GIF, up to 5 MB"
            prompt="Drop a picture here"
            name="avatar"
            accept={imageTypes.join(',')}
            {...fieldError('picture', result, 'avatar')}
          />
        </div>
        <p className="settings-note">We crop the image to a centered square and remove its metadata.</p>
      </SectionForm>
    </SettingsSection>
  )
}

interface TrainingSectionProps {
  profile: { trainingReserved: boolean; madeByPeople: boolean }
  result: SectionResult
}

/** The choice whether programs may learn from a creator's works, and the statement of who makes them. */
export function TrainingSection({ profile: { trainingReserved, madeByPeople }, result }: TrainingSectionProps) {
  return (
    <SettingsSection
      id="training"
      title="AI training"
      lead="Work on Hoshi is not for AI training. Every page and file says so in a form that crawlers can read."
    >
      <SectionForm section="training" result={result} save="Save Choice">
        <div className="check">
          <input
            key={String(trainingReserved)}
            type="checkbox"
            id="training-reserved"
            name="reserved"
            defaultChecked={trainingReserved}
            aria-describedby="training-note"
          />
          <label htmlFor="training-reserved">My episodes may not be used to train AI</label>
        </div>
        <p className="settings-note" id="training-note">
          If you turn this off, your episodes are marked as available for training. Crawlers that collect training data
          stay blocked across Hoshi.
        </p>
        <div className="check">
          <input
            key={String(madeByPeople)}
            type="checkbox"
            id="made-by-people"
            name="madeByPeople"
            defaultChecked={madeByPeople}
            aria-describedby="people-note"
          />
          <label htmlFor="made-by-people">My episodes are made by people</label>
        </div>
        <p className="settings-note" id="people-note">
          Your profile and episodes show this label. Viewers can report an episode that does not match it.
        </p>
        <input type="hidden" name="complete" value="yes" />
      </SectionForm>
    </SettingsSection>
  )
}

/** The form with which a viewer becomes a creator. */
export function CreatorSection({ result }: { result: SectionResult }) {
  return (
    <SettingsSection
      id="creator"
      title="Become a creator"
      lead="Creators can upload episodes and have a public profile. You can fill in these fields later."
    >
      <SectionForm section="creator" result={result} fields={profileFields}>
        {(form) => (
          <>
            <ProfileFields form={form} section="creator" result={result} />
            <div className="settings-actions cluster gap-3">
              <SubmitButton variant="button-primary">Become a Creator</SubmitButton>
            </div>
          </>
        )}
      </SectionForm>
    </SettingsSection>
  )
}
