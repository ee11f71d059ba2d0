import { Field, TextAreaField } from '#app/ui/field.tsx'
import type { FieldProblemProps } from '#app/ui/form-problems.ts'
import type { ChosenRole } from '#identity/account.ts'

/** The choice of Viewer or Creator. Creator unfolds the fields below it, by CSS alone. */
export function AccountTypeField({ chosen }: { chosen: ChosenRole }) {
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
  values: { username: string; bio: string; patreonUrl: string } | undefined
  fieldProps: (field: string) => Partial<FieldProblemProps>
}

/** Optional profile fields of a creator. A viewer's form sends them too, and the server ignores them. */
export function CreatorFields({ values, fieldProps }: CreatorFieldsProps) {
  return (
    <div className="creator-fields">
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        defaultValue={values?.username}
        {...fieldProps('username')}
      />
      <TextAreaField label="Bio" name="bio" rows={3} defaultValue={values?.bio} {...fieldProps('bio')} />
      <Field
        label="Patreon URL"
        hint="We take no commission"
        name="patreonUrl"
        type="url"
        inputMode="url"
        defaultValue={values?.patreonUrl}
        {...fieldProps('patreonUrl')}
      />
    </div>
  )
}
