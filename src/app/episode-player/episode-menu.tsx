import { useNoteSettings } from '#app/notes/note-settings.ts'
import { NotesMenu } from '#app/notes/notes-menu.tsx'
import { PlayerMenu, type PlayerMenuProps } from '#app/player/player-menu.tsx'

interface EpisodeMenuProps extends Omit<PlayerMenuProps, 'added'> {
  hasNotes: boolean
}

/** The menu of the player, with the page of the timed notes. */
export function EpisodeMenu({ hasNotes, ...props }: EpisodeMenuProps) {
  const { isOn } = useNoteSettings()
  const notes = {
    icon: 'note',
    title: 'Timed notes',
    value: isOn ? 'On' : 'Off',
    renderItems: (close: () => void) => <NotesMenu close={close} />,
  } as const
  return <PlayerMenu {...props} added={hasNotes ? notes : null} />
}
