import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { ASKS_NSFW } from '#app/episodes/nsfw-mark.ts'
import { publicValues } from '#app/episodes/visibility-choice.ts'
import { VisibilitySelect } from '#app/episodes/visibility-field.tsx'
import { Combobox } from '#app/ui/combobox.tsx'
import { Field, TextAreaField } from '#app/ui/field.tsx'
import { readChapters } from '#catalog/chapters.ts'
import { genres } from '#catalog/episode.ts'
import type { EpisodeValues } from './saved-uploads.ts'

interface EpisodeFieldsProps {
  /** Initial values. */
  values: Partial<EpisodeValues>
  readOnly?: boolean
  /** The id of a field and what is wrong with it. */
  fieldProps: (field: string) => Pick<ComponentProps<typeof Field>, 'id' | 'error' | 'isErrorQuiet'>
  /** Of the chosen file; null while it is not known. */
  durationSeconds: number | null
  /** Shown under the title. */
  titleNote?: ReactNode
}

/** The fields of an episode at upload. They belong in a form, whose element holds the typed values. */
export function EpisodeFields({ values, readOnly, fieldProps, durationSeconds, titleNote }: EpisodeFieldsProps) {
  const id = useId()
  const [description, setDescription] = useState(values.description ?? '')
  const chapters = readChapters(description, durationSeconds).length
  return (
    <>
      <Field
        label="Title"
        name="title"
        required
        placeholder="Give it a name"
        defaultValue={values.title}
        readOnly={readOnly}
        {...fieldProps('title')}
      />
      {titleNote}
      <Combobox
        label="Genre"
        hint="Pick one or type your own"
        name="genre"
        required
        choices={genres}
        placeholder="Fantasy, mecha, slice of life…"
        defaultValue={values.genre}
        readOnly={readOnly}
        {...fieldProps('genre')}
      />
      <TextAreaField
        label="Description"
        hint={chapters > 0 ? `${chapters} chapters found` : 'Optional'}
        onInput={(event) => setDescription(event.currentTarget.value)}
        name="description"
        rows={3}
        defaultValue={values.description}
        readOnly={readOnly}
      />
      <Field label="Tags" hint="Optional, comma separated" name="tags" defaultValue={values.tags} readOnly={readOnly} />
      <div className="check">
        <input type="hidden" name={ASKS_NSFW} value="true" />
        <input
          type="checkbox"
          id={`${id}-nsfw`}
          name="nsfw"
          value="true"
          defaultChecked={values.nsfw}
          aria-describedby={`${id}-nsfw-hint`}
        />
        <span>
          <label className="check-title" htmlFor={`${id}-nsfw`}>
            NSFW
          </label>
          <span className="check-hint" id={`${id}-nsfw-hint`}>
            Hidden from Explore and search
          </span>
        </span>
      </div>
      <VisibilitySelect
        values={{ ...publicValues, ...values }}
        readOnly={readOnly}
        timeError={fieldProps('publishAt').error}
      />
    </>
  )
}
