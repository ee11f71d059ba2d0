import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { connectLines } from '#app/player/find-line.ts'
import { formatCount } from '#app/ui/format.ts'
import { usePart } from '#app/ui/use-part.ts'
import { useNotes } from './note-store.ts'
import { NotesList } from './notes-list.tsx'
import { readSidePart, rememberSidePart, type SidePart } from './remembered-side-part.ts'
import type { SidePanelProps } from './side-panel-props.ts'
import { SideTabs } from './side-tabs.tsx'

const loadLines = () => import('#app/captions/captions-lines.tsx')

/** Notes and lines as two tabs; one of them alone has a heading. A list is there once it was open, and stays as it was left. */
export function SideParts({ episodeId, creatorUid, notes, lines, hasPlayer }: SidePanelProps) {
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState(
    () => (params.has('line') ? 'lines' : readSidePart()) ?? (notes?.count ? 'notes' : 'lines'),
  )
  const [hasSwitched, setSwitched] = useState(false)
  const [finds, setFinds] = useState(0)
  const shown: SidePart = !lines ? 'notes' : !notes ? 'lines' : chosen

  function choose(part: SidePart): void {
    setChosen(part)
    setSwitched(true)
    rememberSidePart(part)
  }

  const canFind = lines !== null && hasPlayer
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only sets state
  useEffect(() => {
    if (!canFind) return
    return connectLines(() => {
      if (shown !== 'lines') choose('lines')
      setFinds((number) => number + 1)
    })
  }, [canFind, shown])

  const isThere = (part: SidePart) => part === shown || hasSwitched
  const notesName = notes && <NotesName {...notes} />
  const linesName = lines && <Name name="Transcript" count={lines.count} />
  const panel = (part: SidePart, content: ReactNode) => (
    <div
      key={part}
      className={part === shown ? 'side-part' : 'side-part is-away'}
      {...(notes && lines && { role: 'tabpanel', id: `side-${part}`, 'aria-labelledby': `side-tab-${part}` })}
    >
      {content}
    </div>
  )
  return (
    <>
      <h2 id="side-title" className={notes && lines ? 'visually-hidden' : undefined}>
        {notes && lines ? 'Notes and transcript' : (notesName ?? linesName)}
      </h2>
      {notes && lines && <SideTabs names={{ notes: notesName, lines: linesName }} chosen={shown} onChoose={choose} />}
      {notes && isThere('notes') && panel('notes', <Notes {...notes} creatorUid={creatorUid} />)}
      {lines &&
        isThere('lines') &&
        panel(
          'lines',
          hasPlayer && (
            <Lines
              key={lines.texts.map(({ id }) => id).join()}
              episodeId={episodeId}
              creatorUid={creatorUid}
              finds={finds}
              {...lines}
            />
          ),
        )}
    </>
  )
}

type NotesProps = NonNullable<SidePanelProps['notes']>

function Notes({ options, durationSeconds, creatorUid }: NotesProps & Pick<SidePanelProps, 'creatorUid'>) {
  return <NotesList notes={options} durationSeconds={durationSeconds ?? 0} creatorUid={creatorUid} />
}

function NotesName({ options, durationSeconds, count }: NotesProps) {
  const { state } = useNotes(options, durationSeconds ?? 0)
  return <Name name="Notes" count={state.phase === 'ready' ? state.total : count} />
}

function Name({ name, count }: { name: string; count: number }) {
  return (
    <>
      {name} <span className="figures">{formatCount(count)}</span>
    </>
  )
}

interface LinesProps extends Pick<SidePanelProps, 'episodeId' | 'creatorUid'>, NonNullable<SidePanelProps['lines']> {
  finds: number
}

function Lines(props: LinesProps) {
  const [hasFailed, setFailed] = useState(false)
  const part = usePart(loadLines, true, () => setFailed(true))
  if (part) return <part.LinesPanel {...props} />
  return hasFailed ? (
    <p className="message" role="alert">
      The transcript could not be loaded. Please reload the page.
    </p>
  ) : null
}
