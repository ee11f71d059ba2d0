import { CreatorFields } from '#app/entry/account-type.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Field } from '#app/ui/field.tsx'
import { avatarTypes } from '#creators/avatar.ts'
import { type Answered, errorAt, SectionForm, Send, SettingsSection } from './section.tsx'
import type { ProfileWords } from './settings-state.ts'

const profileFields = ['username', 'bio', 'patreonUrl']

/** What a creator says of themselves. */
export function ProfileSection({ profile, answered }: { profile: ProfileWords; answered: Answered }) {
  return (
    <SettingsSection id="profile" title="Profile" lead="What people read about you. Everything here is public.">
      <SectionForm section="profile" answered={answered} fields={profileFields}>
        <CreatorFields
          kept={answered.refused?.section === 'profile' ? (answered.refused.words ?? profile) : profile}
          about={(field) => errorAt('profile', answered, field)}
        />
        <div className="settings-actions">
          <Send look="button-primary">Save Profile</Send>
        </div>
      </SectionForm>
    </SettingsSection>
  )
}

/** The picture beside it. */
export function PictureSection({ name, url, answered }: { name: string; url: string; answered: Answered }) {
  return (
    <SettingsSection id="picture" title="Profile picture">
      <SectionForm section="picture" answered={answered} fields={['avatar']} withFile>
        <div className="settings-picture">
          <Avatar name={name} url={url} size="medium" />
          <Field
            label="Picture"
            hint="JPEG, PNG, WebP or GIF, up to 5 MB"
            name="avatar"
            type="file"
            accept={avatarTypes.join(',')}
            {...errorAt('picture', answered, 'avatar')}
          />
        </div>
        <p className="settings-note">
          We keep the middle of it as a square, without anything else that the file tells.
        </p>
        <div className="settings-actions">
          <Send>Save Picture</Send>
          {url !== '' && (
            <button type="submit" name="remove" value="yes" className="button">
              Remove Picture
            </button>
          )}
        </div>
      </SectionForm>
    </SettingsSection>
  )
}

/** A viewer's way to a profile of their own. */
export function CreatorSection({ answered }: { answered: Answered }) {
  const kept = answered.refused?.section === 'creator' ? (answered.refused.words ?? undefined) : undefined
  return (
    <SettingsSection
      id="creator"
      title="Become a creator"
      lead="Creators upload episodes and have a public profile. All of it can stay empty for now."
    >
      <SectionForm section="creator" answered={answered} fields={profileFields}>
        <CreatorFields kept={kept} about={(field) => errorAt('creator', answered, field)} />
        <div className="settings-actions">
          <Send look="button-primary">Become a Creator</Send>
        </div>
      </SectionForm>
    </SettingsSection>
  )
}
