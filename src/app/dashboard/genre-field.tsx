import { genreOf } from '#app/own-episodes/own-row.ts'
import { Field, SelectField } from '#app/ui/field.tsx'
import { GENRE_MAX_CHARACTERS } from '#catalog/episode.ts'
import type { ActionProblem } from './action-problem.ts'
import { FieldDetail, problemProps } from './field-detail.tsx'
import { genreChoices, OTHER_GENRE } from './genre-choices.ts'

interface GenreFieldProps {
  formId: string
  /** The genre that is chosen at first. */
  genre: string
  /** The genre of the episode, which is offered whatever it is. */
  own: string
  problem: ActionProblem | null
}

/** The genre: one of the list, or another that is typed. The styles show the second field only when it counts. */
export function GenreField({ formId, genre, own, problem }: GenreFieldProps) {
  const choices = genreChoices(own)
  const isListed = choices.includes(genre)
  const fault = problemProps(formId, problem, 'genre')
  return (
    <div className="genre-field">
      <SelectField label="Genre" name="genre" defaultValue={isListed ? genre : OTHER_GENRE} {...fault}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {genreOf({ genre: choice })}
          </option>
        ))}
        <option value={OTHER_GENRE}>{OTHER_GENRE}</option>
      </SelectField>
      <div className="genre-other">
        <Field
          label="Other genre"
          name="otherGenre"
          maxLength={GENRE_MAX_CHARACTERS}
          defaultValue={isListed ? '' : genre}
          {...fault}
        />
      </div>
      <FieldDetail id={formId} problem={problem} of="genre" />
    </div>
  )
}
