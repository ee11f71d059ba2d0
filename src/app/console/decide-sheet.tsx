import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { DecisionForm, type SheetChoice } from '#app/moderation/decision-sheet.tsx'
import type { RefusedForm } from '#app/moderation/queue-item.tsx'
import { queueUrl } from '#app/moderation/queue-url.ts'
import { Link } from '#app/ui/link.tsx'
import { ModalDialog } from '#app/ui/modal-dialog.tsx'
import { type EpisodesView, episodesUrl } from './episodes-url.ts'
import type { EpisodesPage } from './load-episodes.server.ts'

interface DecideSheetProps {
  episode: NonNullable<EpisodesPage['sheet']>
  view: EpisodesView
  refused: RefusedForm
}

/** The decision about an episode of the list: in the page flow without scripts, modal with them. */
export function DecideSheet({ episode, view, refused }: DecideSheetProps) {
  const { id, title, creator, poster, reports, choices } = episode
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const titleId = useId()
  const before = choices.find((choice) => choice === refused?.values.decision)
  const [chosen, setChosen] = useState<SheetChoice>(before ?? 'leave')
  useEffect(() => {
    dialog.current?.close()
    dialog.current?.showModal()
  }, [])
  const back = episodesUrl(view)
  const close = () => {
    // Closing to open it again as a modal one does not leave.
    if (!dialog.current?.open) void navigate(back, { preventScrollReset: true })
  }
  return (
    <ModalDialog dialog={dialog} labelledBy={titleId} size="wide" open onClosed={close}>
      <header className="decide-head row gap-3">
        <span className="queue-thumb">{poster !== null && <img src={poster} alt="" />}</span>
        <div>
          <p className="muted">Decide</p>
          <h2 id={titleId}>{title}</h2>
          <p className="muted">
            {creator.name}.{' '}
            {reports && (
              <>
                {reports.count === 1 ? '1 report is waiting' : `${reports.count} reports are waiting`}:{' '}
                <Link className="link" to={queueUrl({ item: reports.itemId })}>
                  open in the queue
                </Link>
              </>
            )}
          </p>
        </div>
      </header>
      <DecisionForm
        thing={{ field: { name: 'episode', value: id }, kind: 'episode', choices, hasMark: false }}
        chosen={chosen}
        onChoose={setChosen}
        refused={refused}
        cancel={
          <Link className="button button-wide" to={back} preventScrollReset>
            Cancel
          </Link>
        }
      />
    </ModalDialog>
  )
}
