import type { NoteOptions } from '#app/notes/note-options.ts'
import { toggleNotes } from '#app/notes/note-settings.ts'
import { NotesButton } from '#app/notes/notes-button.tsx'
import { Player, type PlayerProps } from '#app/player/player.tsx'
import { CaptionsPart, LazyParts } from './lazy-parts.tsx'

type GivenHere = 'rowButtons' | 'toggleNotes' | 'renderCaptions' | 'renderParts'

interface EpisodePlayerProps extends Omit<PlayerProps, GivenHere> {
  /** The episode whose timed notes are shown; none without it. */
  notes?: NoteOptions
}

/** The player of an episode, with all that is shown in it: its menu, captions, timed notes and study mode. */
export function EpisodePlayer({ notes, ...props }: EpisodePlayerProps) {
  const { title, hls, storyboard, study, captions } = props
  return (
    <Player
      {...props}
      rowButtons={notes && <NotesButton />}
      toggleNotes={notes && toggleNotes}
      renderCaptions={captions && ((parts) => <CaptionsPart {...parts} captions={captions} />)}
      renderParts={(parts) => (
        <LazyParts
          {...parts}
          title={title}
          hls={hls}
          storyboard={storyboard}
          study={study}
          captions={captions}
          notes={notes}
        />
      )}
    />
  )
}
