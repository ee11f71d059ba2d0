import { toggleNotes, useNoteSettings } from './note-settings.ts'

/** Takes the notes off the picture, or puts them there. */
export function NotesSwitch() {
  const { isOn } = useNoteSettings()
  return (
    <label className="switch notes-switch">
      Show notes on the picture
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes natively whether it is checked
        role="switch"
        checked={isOn}
        onChange={toggleNotes}
      />
    </label>
  )
}
