import { Form, useNavigation } from 'react-router'
import { Field, SelectField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { LABEL_MAX_CHARACTERS, languageName, subtitleKinds } from '#subtitles/subtitle.ts'
import type { RefusedSubtitles } from './change-subtitles.server.ts'
import { FileField } from './file-field.tsx'
import { commonLanguages } from './languages.ts'
import { kindNames } from './words.ts'

/** The form that brings a text in another language. */
export function AddForm({ isCreator, answer }: { isCreator: boolean; answer: RefusedSubtitles | null }) {
  const isSaving = useNavigation().state !== 'idle'
  const values = answer?.values
  const errorOf = (field: string) => (answer?.refused.field === field ? answer.refused.message : undefined)
  return (
    <Form method="post" encType="multipart/form-data" noValidate>
      <h2>Add a language</h2>
      <p className="muted">
        {isCreator
          ? 'Only you see it until you publish it.'
          : 'Only you and the creator see it until the creator approves it. Your name stands in the captions menu then.'}
      </p>
      <input type="hidden" name="intent" value="add" />
      <div className="subtitles-fields">
        <SelectField
          label="Language"
          name="language"
          defaultValue={values?.language || 'en'}
          isInvalid={errorOf('language') !== undefined}
        >
          {commonLanguages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </SelectField>
        <Field
          label="Or another"
          hint="Its tag, such as fil or es-419"
          name="otherLanguage"
          maxLength={35}
          defaultValue={values?.otherLanguage ?? ''}
          autoCapitalize="off"
          autoComplete="off"
          error={errorOf('language')}
        />
        <SelectField label="Kind" name="kind" defaultValue={values?.kind || 'subtitles'}>
          {subtitleKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </SelectField>
        <Field
          label="Name in the menu"
          hint="The language, if empty"
          name="label"
          maxLength={LABEL_MAX_CHARACTERS}
          defaultValue={values?.label ?? ''}
          error={errorOf('label')}
        />
      </div>
      <FileField error={errorOf('file')} />
      <button type="submit" className="button button-primary" disabled={isSaving}>
        <Icon name="up" />
        {isSaving ? 'Uploading...' : 'Upload'}
      </button>
    </Form>
  )
}
