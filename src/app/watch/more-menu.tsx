import { toggleNotes, useNoteSettings } from '#app/notes/note-settings.ts'
import { showKeyboardSheet } from '#app/player/keyboard-sheet.ts'
import { reportPath } from '#app/report/report-path.ts'
import { isElsewhere, useReport } from '#app/report/use-report.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useClosingDetails } from '#app/ui/use-closing-details.ts'
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
  const details = useClosingDetails()
  const { isOn } = useNoteSettings()
  const report = useReport()
  const subject = { kind: 'episode', id: episodeId } as const
  return (
    <>
      <details className={isOwn ? 'watch-more-menu drop needs-scripts' : 'watch-more-menu drop'} ref={details}>
        <summary className="icon-button" aria-label="More">
          <Icon name="more" />
        </summary>
        <ul className="drop-list">
          {hasPlayer && (
            <>
              <li className="needs-scripts">
                <button type="button" onClick={toggleNotes}>
                  <Icon name="note" />
                  {isOn ? 'Hide notes' : 'Show notes'}
                </button>
              </li>
              <li className="needs-scripts needs-keyboard">
                <button type="button" onClick={showKeyboardSheet}>
                  <Icon name="keys" />
                  Keyboard shortcuts
                </button>
              </li>
            </>
          )}
          {!isOwn && (
            <li>
              <a
                href={reportPath(subject)}
                rel="nofollow"
                onClick={(event) => {
                  if (isElsewhere(event)) return
                  event.preventDefault()
                  report.open(subject, readMoment())
                }}
              >
                <Icon name="flag" />
                Report episode
              </a>
            </li>
          )}
        </ul>
      </details>
      {report.dialog}
    </>
  )
}
