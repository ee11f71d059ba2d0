import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { connectNotes } from '#app/notes/open-notes.ts'
import { useNotesParts } from '#app/notes/use-notes-parts.ts'
import { connectLines } from '#app/player/find-line.ts'
import { formatCount } from '#app/ui/format.ts'
import { UpNextList } from '#app/up-next/up-next-list.tsx'
import type { SidePart } from './remembered-side-part.ts'
import { SideLines } from './side-lines.tsx'
import type { SideContents, SidePanelProps } from './side-panel-props.ts'
import { SidePlaces } from './side-places.tsx'
import { SideTabs } from './side-tabs.tsx'

/** The parts that a page has, in the order of their tabs. */
export function offeredParts({ upNext, notes, lines }: Pick<SideContents, 'upNext' | 'notes' | 'lines'>): SidePart[] {
  const offered: SidePart[] = ['comments']
  if (upNext.length > 0) offered.push('next')
  if (notes) offered.push('notes')
  if (lines) offered.push('lines')
  return offered
}

/**
 * What comes next, notes and transcript, as tabs beside the player. The transcript is there once it was open, and stays as
 * it was left. The lists that differ by viewer come with the code of the notes, after the first frame.
 */
export function SidePanel({ choice, ...contents }: SidePanelProps) {
  const { episodeId, creatorUid, comments, upNext, notes, lines, hasPlayer } = contents
  const { shown, choose } = choice
  const parts = useNotesParts(episodeId)
  const [hadLines, setHadLines] = useState(false)
  const [finds, setFinds] = useState(0)
  const canFind = lines !== null && hasPlayer
  useEffect(() => {
    if (shown === 'lines') setHadLines(true)
  }, [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only sets state
  useEffect(() => {
    if (!canFind) return
    return connectLines(() => {
      if (shown !== 'lines') choose('lines')
      setFinds((number) => number + 1)
    })
  }, [canFind, shown])
  useEffect(() => connectNotes(() => flushSync(() => choose('notes'))))
  const offered = offeredParts(contents)
  if (offered.length === 1) return null

  const names: Record<SidePart, ReactNode> = {
    comments: <Counted name="Comments" count={comments} />,
    next: 'Up next',
    notes: notes && (parts ? <parts.NotesCount {...notes} /> : <Counted name="Notes" count={notes.count} />),
    lines: lines && <Counted name="Transcript" count={lines.count} />,
  }
  return (
    <section className="side-panel" aria-labelledby="side-title">
      <h2 id="side-title" className="visually-hidden">
        Beside the episode
      </h2>
      <SideTabs names={names} offered={offered} shown={shown} onChoose={choose} />
      {upNext.length > 0 && (
        <Panel part="next" shown={shown}>
          <UpNextList episodes={upNext} />
        </Panel>
      )}
      {notes && (
        <Panel part="notes" shown={shown}>
          {parts && (
            <parts.NotesList
              notes={notes.options}
              durationSeconds={notes.durationSeconds ?? 0}
              creatorUid={creatorUid}
              takesNotes={notes.areTaken}
            />
          )}
        </Panel>
      )}
      {lines && (hadLines || shown === 'lines') && (
        <Panel part="lines" shown={shown}>
          {parts && hasPlayer && (
            <SideLines
              key={lines.texts.map(({ id }) => id).join()}
              episodeId={episodeId}
              creatorUid={creatorUid}
              finds={finds}
              {...lines}
            />
          )}
        </Panel>
      )}
      <SidePlaces notes={notes} lines={lines} />
    </section>
  )
}

function Panel({ part, shown, children }: { part: SidePart; shown: SidePart; children: ReactNode }) {
  return (
    <div
      className={part === shown ? 'side-part' : 'side-part is-away'}
      role="tabpanel"
      id={`side-${part}`}
      aria-labelledby={`side-tab-${part}`}
    >
      {children}
    </div>
  )
}

function Counted({ name, count }: { name: string; count: number }) {
  return (
    <>
      {name} <span className="figures">{formatCount(count)}</span>
    </>
  )
}
