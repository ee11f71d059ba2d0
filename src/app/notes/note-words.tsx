import { useId, useState } from 'react'
import { changeNoteSettings, readWords, useNoteSettings } from './note-settings.ts'

/** Words that this browser leaves out of the picture. */
export function NoteWords() {
  const id = useId()
  const { words } = useNoteSettings()
  const [text, setText] = useState<string | null>(null)
  return (
    <details className="note-words">
      <summary>
        Muted words <span className="figures">{words.length > 0 ? words.length : ''}</span>
      </summary>
      <label htmlFor={id}>Notes with these words do not appear over the video. Separate words with commas.</label>
      <input
        id={id}
        className="input"
        autoComplete="off"
        value={text ?? words.join(', ')}
        onChange={(event) => {
          setText(event.target.value)
          changeNoteSettings({ words: readWords(event.target.value) })
        }}
        onBlur={() => setText(null)}
      />
    </details>
  )
}
