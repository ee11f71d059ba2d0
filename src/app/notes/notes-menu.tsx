import { useCurrentUser } from '#app/http/current-user.ts'
import { ToggleItem } from '#app/player/menu-items.tsx'
import { Icon } from '#app/ui/icon.tsx'
import {
  changeNoteSettings,
  counts,
  type NoteSettings,
  paces,
  strengths,
  toggleNotes,
  useNoteSettings,
} from './note-settings.ts'
import { openNotes } from './open-notes.ts'

const paceNames = { slow: 'Slow', normal: 'Normal', fast: 'Fast' } as const

/** The page 'Timed notes' of the player's menu. */
export function NotesMenu({ close }: { close(): void }) {
  const settings = useNoteSettings()
  const user = useCurrentUser()
  const field = document.querySelector<HTMLDetailsElement>('.note-words')
  return (
    <>
      <ToggleItem icon="note" name="Show over the video" isOn={settings.isOn} onClick={toggleNotes} />
      <Choices name="Maximum on screen" setting="atOnce" values={counts} chosen={settings.atOnce} />
      <Choices name="Opacity" setting="strength" values={strengths} chosen={settings.strength} textOf={percent} />
      <Choices
        name="Speed"
        setting="pace"
        values={Object.keys(paces) as NoteSettings['pace'][]}
        chosen={settings.pace}
        textOf={(pace) => paceNames[pace]}
      />
      {field && (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="menu-item row gap-3"
          onClick={() => {
            close()
            openNotes()
            field.open = true
            field.querySelector('input')?.focus()
          }}
        >
          <Icon name="words" />
          Muted words
          <span className="menu-value figures">{settings.words.length}</span>
          <Icon name="chevron-right" />
        </button>
      )}
      {field && user && (
        <ToggleItem
          icon="people"
          name="Only from people I follow"
          isOn={settings.isFollowedOnly}
          onClick={() => changeNoteSettings({ isFollowedOnly: !settings.isFollowedOnly })}
        />
      )}
    </>
  )
}

const percent = (value: number) => `${value}%`

interface ChoicesProps<Name extends keyof NoteSettings> {
  name: string
  setting: Name
  values: readonly NoteSettings[Name][]
  chosen: NoteSettings[Name]
  textOf?(value: NoteSettings[Name]): string
}

/** One of a few, in a row. */
function Choices<Name extends keyof NoteSettings>({
  name,
  setting,
  values,
  chosen,
  textOf = String,
}: ChoicesProps<Name>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
    <div role="group" className="menu-choices row cluster" aria-label={name}>
      <span aria-hidden="true">{name}</span>
      {values.map((value) => (
        <button
          key={String(value)}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          className="menu-item row gap-3 menu-choice figures"
          aria-checked={value === chosen}
          onClick={() => changeNoteSettings({ [setting]: value })}
        >
          {textOf(value)}
        </button>
      ))}
    </div>
  )
}
