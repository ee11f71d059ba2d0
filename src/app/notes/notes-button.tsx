import { IconButton } from '#app/ui/icon-button.tsx'
import { toggleNotes, useNoteSettings } from './note-settings.ts'

/** Shows notes on the picture, or hides them; its name says whether they are on. */
export function NotesButton() {
  const { isOn } = useNoteSettings()
  return (
    <IconButton
      className={isOn ? 'controls-notes is-on' : 'controls-notes'}
      name={isOn ? 'Timed notes on' : 'Timed notes off'}
      icon="note"
      onClick={toggleNotes}
    />
  )
}
