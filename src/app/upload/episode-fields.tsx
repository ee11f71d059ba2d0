import { type ComponentProps, type ReactNode, useId } from 'react'
import { ASKS_NSFW } from '#app/episodes/nsfw-mark.ts'
import { publicValues } from '#app/episodes/visibility-choice.ts'
import { VisibilitySelect } from '#app/episodes/visibility-field.tsx'
import { Field, TextAreaField } from '#app/ui/field.tsx'
import { genres } from '#catalog/episode.ts'
import type { EpisodeValues } from './saved-uploads.ts'

const GENRES_ID = 'genres'

interface EpisodeFieldsProps {
  /** Initial values. */
  values: Partial<EpisodeValues>
  readOnly?: boolean
  /** The id of a field and what is wrong with it. */
  fieldProps: (field: string) => Pick<ComponentProps<typeof Field>, 'id' | 'error' | 'isErrorQuiet'>
  /** Shown under the title. */
  titleNote?: ReactNode
}

/** The fields of an episode at upload. They belong in a form, whose element holds the typed values. */
export function EpisodeFields({ values, readOnly, fieldProps, titleNote }: EpisodeFieldsProps) {
  const id = useId()
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
      <Field
        label="Genre"
        name="genre"
        required
        list={GENRES_ID}
        placeholder="Fantasy, mecha, slice of life…"
        defaultValue={values.genre}
        readOnly={readOnly}
        {...fieldProps('genre')}
      />
      <TextAreaField
        label="Description"
        hint="Optional"
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

/** Suggestions of the genre fields; rendered once per page. */
export function GenreSuggestions() {
  return (
    <datalist id={GENRES_ID}>
      {genres.map((genre) => (
        <option key={genre} value={genre} />
      ))}
    </datalist>
  )
}
