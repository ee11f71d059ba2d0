import { useId } from 'react'
import { type ContentNote, contentNotes } from '#catalog/content-notes.ts'
import { ASKS_CONTENT_NOTES, contentNoteField, contentNoteNames } from './content-notes.ts'

/** The choice of the content notes of an episode. @param values those checked at first */
export function ContentNotesField({ values }: { values: readonly ContentNote[] }) {
  const id = useId()
  return (
    <fieldset className="content-notes">
      <legend>Content notes</legend>
      <p className="check-hint">Shown below the title.</p>
      <input type="hidden" name={ASKS_CONTENT_NOTES} value="true" />
      {contentNotes.map((note) => (
        <div className="check" key={note}>
          <input
            type="checkbox"
            id={`${id}-${note}`}
            name={contentNoteField(note)}
            value="true"
            defaultChecked={values.includes(note)}
          />
          <label htmlFor={`${id}-${note}`}>{contentNoteNames[note]}</label>
        </div>
      ))}
    </fieldset>
  )
}
