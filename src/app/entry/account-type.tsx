import { Field, TextField } from '#app/ui/field.tsx'
import type { ChosenRole } from '#identity/account.ts'

/** The two-part slot: Viewer first. Creator unfolds the fields below it, by the styles alone. */
export function AccountType({ chosen }: { chosen: ChosenRole }) {
  return (
    <fieldset className="field slot-choice">
      <legend>Account type</legend>
      <div className="slot">
        <label>
          <input type="radio" name="role" value="viewer" defaultChecked={chosen === 'viewer'} />
          <span>Viewer</span>
        </label>
        <label>
          <input type="radio" name="role" value="creator" defaultChecked={chosen === 'creator'} />
          <span>Creator</span>
        </label>
      </div>
    </fieldset>
  )
}

interface CreatorFieldsProps {
  kept: { username: string; bio: string; patreonUrl: string } | undefined
  about: (field: string) => { describedBy?: string; isWrong?: boolean; error?: string }
}

/** What a creator may say of themselves; sent with a viewer's form too, where the server drops it. */
export function CreatorFields({ kept, about }: CreatorFieldsProps) {
  return (
    <div className="creator-fields">
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        defaultValue={kept?.username}
        {...about('username')}
      />
      <TextField label="Bio" name="bio" rows={3} defaultValue={kept?.bio} {...about('bio')} />
      <Field
        label="Patreon URL"
        hint="We take no commission"
        name="patreonUrl"
        type="url"
        inputMode="url"
        defaultValue={kept?.patreonUrl}
        {...about('patreonUrl')}
      />
    </div>
  )
}
