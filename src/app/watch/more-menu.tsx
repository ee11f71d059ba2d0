import { toggleNotes, useNoteSettings } from '#app/notes/note-settings.ts'
import { showKeyboardSheet } from '#app/player/keyboard-sheet.ts'
import { reportPath } from '#app/report/report-path.ts'
import { useReport } from '#app/report/use-report.tsx'
import { ActionMenu, MenuButton, MenuDownload, MenuLink } from '#app/ui/action-menu.tsx'
import { readMoment } from './read-moment.ts'

interface MoreMenuProps {
  episodeId: string
  /** Whether the player is on the page. */
  hasPlayer: boolean
  /** Nobody reports an own episode. */
  isOwn: boolean
  /** Address of the file; null where it is not offered. */
  download: string | null
}

/** The rarer actions of the watch page. Without scripts it is the download and the report alone. */
export function MoreMenu({ episodeId, hasPlayer, isOwn, download }: MoreMenuProps) {
  const { isOn } = useNoteSettings()
  const report = useReport()
  const subject = { kind: 'episode', id: episodeId } as const
  return (
    <>
      <ActionMenu name="More" needsScripts={isOwn && download === null}>
        {hasPlayer && (
          <>
            <MenuButton icon="note" name={isOn ? 'Hide notes' : 'Show notes'} onChoose={toggleNotes} />
            <MenuButton icon="keys" name="Keyboard shortcuts" needsKeyboard onChoose={showKeyboardSheet} />
          </>
        )}
        {download !== null && <MenuDownload href={download} />}
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
