import { toggleNotes, useNoteSettings } from '#app/notes/note-settings.ts'
import { showKeyboardSheet } from '#app/player/keyboard-sheet.ts'
import { reportPath } from '#app/report/report-path.ts'
import { useReport } from '#app/report/use-report.tsx'
import { ActionMenu, MenuButton, MenuLink } from '#app/ui/action-menu.tsx'
import { readMoment } from './read-moment.ts'

interface MoreMenuProps {
  episodeId: string
  /** Whether the player is on the page. */
  hasPlayer: boolean
  /** Nobody reports an own episode. */
  isOwn: boolean
}

/** The rarer actions of the watch page. Without scripts it is the report alone. */
export function MoreMenu({ episodeId, hasPlayer, isOwn }: MoreMenuProps) {
  const { isOn } = useNoteSettings()
  const report = useReport()
  const subject = { kind: 'episode', id: episodeId } as const
  return (
    <>
      <ActionMenu name="More" needsScripts={isOwn}>
        {hasPlayer && (
          <>
            <MenuButton icon="note" name={isOn ? 'Hide notes' : 'Show notes'} onChoose={toggleNotes} />
            <MenuButton icon="keys" name="Keyboard shortcuts" needsKeyboard onChoose={showKeyboardSheet} />
          </>
        )}
        {!isOwn && (
          <MenuLink
            icon="flag"
            name="Report episode"
            href={reportPath(subject)}
            rel="nofollow"
            onChoose={() => report.open(subject, readMoment())}
          />
        )}
      </ActionMenu>
      {report.dialog}
    </>
  )
}
