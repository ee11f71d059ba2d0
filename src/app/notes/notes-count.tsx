import { formatCount } from '#app/ui/format.ts'
import type { NoteOptions } from './note-options.ts'
import { useNotes } from './note-store.ts'

interface NotesCountProps {
  options: NoteOptions
  durationSeconds: number | null
  /** Their number as the page came. */
  count: number
}

/** 'Notes 12', with those that came or went since. */
export function NotesCount({ options, durationSeconds, count }: NotesCountProps) {
  const { state } = useNotes(options, durationSeconds ?? 0)
  return (
    <>
      Notes <span className="figures">{formatCount(state.phase === 'ready' ? state.total : count)}</span>
    </>
  )
}
