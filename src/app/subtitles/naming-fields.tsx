import { Field, SelectField } from '#app/ui/field.tsx'
import { LABEL_MAX_CHARACTERS, languageName, subtitleKinds } from '#subtitles/subtitle.ts'
import { commonLanguages } from './languages.ts'
import type { SubtitlesValues } from './values.ts'
import { kindNames } from './words.ts'

interface NamingFieldsProps {
  values: Pick<SubtitlesValues, 'language' | 'otherLanguage' | 'kind' | 'label'> | null
  errorOf(field: string): string | undefined
}

/** Fields for the language, the kind and the label of a text. */
export function NamingFields({ values, errorOf }: NamingFieldsProps) {
  const language = values?.language || 'en'
  const languages = new Set<string>([...commonLanguages, language])
  return (
    <div className="subtitles-fields">
      <SelectField
        label="Language"
        name="language"
        defaultValue={language}
        isInvalid={errorOf('language') !== undefined}
      >
        {[...languages].map((each) => (
          <option key={each} value={each}>
            {languageName(each)}
          </option>
        ))}
      </SelectField>
      <Field
        label="Other language"
        hint="Language tag, such as fil or es-419"
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
        hint="Leave empty to use the language"
        name="label"
        maxLength={LABEL_MAX_CHARACTERS}
        defaultValue={values?.label ?? ''}
        error={errorOf('label')}
      />
    </div>
  )
}
