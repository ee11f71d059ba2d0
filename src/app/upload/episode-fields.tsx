import { useId } from 'react'
import { Field, TextField } from '#app/ui/field.tsx'
import { genres } from '#catalog/episode.ts'
import type { Words } from './remembered.ts'

const GENRES_ID = 'genres'

interface EpisodeFieldsProps {
  /** What stands in them to begin with. */
  words: Partial<Words>
  readOnly?: boolean
}

/** What a creator says of an episode when it is uploaded. Stands in a form, which keeps what is typed. */
export function EpisodeFields({ words, readOnly }: EpisodeFieldsProps) {
  const id = useId()
  return (
    <>
      <Field
        label="Title"
        name="title"
        required
        placeholder="Give it a name"
        defaultValue={words.title}
        readOnly={readOnly}
      />
      <Field
        label="Genre"
        name="genre"
        required
        list={GENRES_ID}
        placeholder="Fantasy, mecha, slice of life…"
        defaultValue={words.genre}
        readOnly={readOnly}
      />
      <TextField
        label="Description"
        hint="Optional"
        name="description"
        rows={3}
        defaultValue={words.description}
        readOnly={readOnly}
      />
      <Field label="Tags" hint="Optional, comma separated" name="tags" defaultValue={words.tags} readOnly={readOnly} />
      <div className="check">
        <input
          type="checkbox"
          id={`${id}-nsfw`}
          name="nsfw"
          value="true"
          defaultChecked={words.nsfw}
          aria-describedby={`${id}-nsfw-hint`}
        />
        <span>
          <label className="check-title" htmlFor={`${id}-nsfw`}>
            NSFW
          </label>
          <span className="check-hint" id={`${id}-nsfw-hint`}>
            Kept out of Explore
          </span>
        </span>
      </div>
    </>
  )
}

/** The genres that the fields above suggest; once in a page. */
export function GenreChoices() {
  return (
    <datalist id={GENRES_ID}>
      {genres.map((genre) => (
        <option key={genre} value={genre} />
      ))}
    </datalist>
  )
}
