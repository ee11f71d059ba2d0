import { IconButton } from '#app/ui/icon-button.tsx'
import { toggleNotes, useNoteSettings } from './note-settings.ts'

/** Shows notes on the picture, or no longer; its name says which of both it is. */
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
