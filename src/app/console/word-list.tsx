import { Form, useNavigation } from 'react-router'
import { type SiteWord, WORD_MAX_CHARACTERS } from '#administration/site/site-word.ts'
import type { Refused } from '#app/http/refused.server.ts'
import { wordActionWords, wordPlaceNames, wordPlacesText } from '#app/messages/words.ts'
import { ChoiceRows } from '#app/ui/choice-rows.tsx'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { wordActions, wordPlaces } from '#creators/listed-words.ts'
import type { WordValues } from './change-words.server.ts'

const choices = wordActions.map((value) => ({ value, ...wordActionWords[value] }))

interface WordFormProps {
  /** The refusal of this form, if there was one, with the typed values. */
  refused: Refused | null
  values: WordValues | null
}

/** Puts a word on the list. */
export function WordForm({ refused, values }: WordFormProps) {
  const isBusy = useNavigation().state !== 'idle'
  const isWord = refused?.field === 'word'
  const isPlaces = refused?.field === 'places'
  return (
    <PaperCard className="console-paper">
      <h2>Add a word</h2>
      <p className="console-paper-lead">
        Matches whole words, including other case, accents and look-alike letters. Japanese text matches anywhere.
      </p>
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="add" />
        {refused && !isWord && !isPlaces && <ErrorMessage>{refused.message}</ErrorMessage>}
        <Field
          label="Word"
          hint={`or a phrase, up to ${WORD_MAX_CHARACTERS} characters`}
          name="word"
          autoComplete="off"
          defaultValue={values?.word}
          required
          {...(isWord && { error: refused.message })}
        />
        <ChoiceRows legend="When found" name="action" choices={choices} initial={values?.action ?? 'hold'} />
        <fieldset className="field console-checks" aria-describedby={isPlaces ? 'word-places-error' : undefined}>
          <legend>Applies to</legend>
          {wordPlaces.map((place) => (
            <div className="check" key={place}>
              <input
                type="checkbox"
                id={`word-${place}`}
                name="places"
                value={place}
                defaultChecked={values ? values.places.includes(place) : place === 'comment'}
                aria-invalid={isPlaces || undefined}
              />
              <label htmlFor={`word-${place}`}>{wordPlaceNames[place]}</label>
            </div>
          ))}
          {isPlaces && <ErrorMessage id="word-places-error">{refused.message}</ErrorMessage>}
        </fieldset>
        <div className="console-paper-end cluster gap-3">
          <button type="submit" className="button button-primary" aria-disabled={isBusy || undefined}>
            Add Word
          </button>
        </div>
      </Form>
    </PaperCard>
  )
}

/** The list, with a way off it for each word. */
export function WordTable({ words }: { words: readonly SiteWord[] }) {
  return (
    <div className="panel console-table-panel">
      <table className="console-table console-plain-table">
        <thead>
          <tr>
            <th scope="col">Word</th>
            <th scope="col">When found</th>
            <th scope="col">Applies to</th>
            <th scope="col">
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {words.map(({ id, word, action, places }) => (
            <tr key={id}>
              <th scope="row">{word}</th>
              <td data-label="When found">{wordActionWords[action].title}</td>
              <td data-label="Applies to">{wordPlacesText(places)}</td>
              <td className="console-act">
                <Form method="post">
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="id" value={id} />
                  <button type="submit" className="button button-small" aria-label={`Remove ${word}`}>
                    Remove
                  </button>
                </Form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
