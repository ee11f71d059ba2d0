import type { NoteOptions } from '#app/notes/note-options.ts'
import type { StudyOptions } from '#app/playback/study-options.ts'
import type { CaptionOptions } from '#app/player/caption-options.ts'
import type { AddedPartProps } from '#app/player/player.tsx'
import { usePart } from '#app/ui/use-part.ts'

interface LazyPartsProps extends AddedPartProps {
  title: string
  hls: string
  storyboard: string | null
  study: StudyOptions | undefined
  captions: CaptionOptions | undefined
  notes: NoteOptions | undefined
}

const loadMenu = () => import('./episode-menu.tsx')
const loadKeyboard = () => import('#app/player/player-keyboard.tsx')
const loadFlashes = () => import('#app/player/player-flashes.tsx')
const loadCaptions = () => import('#app/captions/captions-layer.tsx')
const loadCaptionStyle = () => import('#app/captions/captions-style-sheet.tsx')
const loadNotes = () => import('#app/notes/notes-parts.ts')
const loadStudy = () => import('#app/study/study-mode.tsx')

/** Parts of the player whose code is fetched when they are first opened, or where an episode flashes. */
export function LazyParts({
  state,
  commands,
  chapters,
  flashes,
  container,
  study,
  notes,
  captions,
  ...props
}: LazyPartsProps) {
  const { menu, isKeyboardShown } = state
  const { openMenu, showKeyboard, showCaptionStyle, dropStudy, notify } = commands
  const menuPart = usePart(loadMenu, menu !== null, () => {
    openMenu(null)
    notify('Player settings could not be loaded.')
  })
  const keyboardPart = usePart(loadKeyboard, isKeyboardShown, () => {
    showKeyboard(false)
    notify('Keyboard shortcuts could not be loaded.')
  })
  const stylePart = usePart(loadCaptionStyle, state.isCaptionStyleShown, () => {
    showCaptionStyle(false)
    notify('Caption style could not be loaded.')
  })
  const flashPart = usePart(loadFlashes, flashes.length > 0, () => notify('Flash warnings could not be loaded.'))
  const studyPart = usePart(loadStudy, state.study !== 'off', () => {
    dropStudy()
    notify('Study mode could not be loaded. Please reload the page.')
  })
  // Notes are loaded after the video has begun to arrive. If that fails, the video still plays and nothing is said.
  const notesPart = usePart(loadNotes, notes !== undefined && state.bufferedUntil > 0, () => {})
  return (
    <>
      {notesPart && notes && (
        <notesPart.NotesOverlay
          state={state}
          commands={commands}
          container={container}
          notes={notes}
          video={props.video}
        />
      )}
      {studyPart && study && (
        <studyPart.StudyMode
          {...props}
          state={state}
          commands={commands}
          chapters={chapters}
          flashes={flashes}
          container={container}
          study={study}
        />
      )}
      {flashPart && <flashPart.FlashPill state={state} commands={commands} flashes={flashes} />}
      {menuPart && menu !== null && (
        <menuPart.EpisodeMenu
          state={state}
          commands={commands}
          chapters={chapters}
          container={container}
          page={menu}
          tracks={captions?.tracks ?? []}
          hasNotes={notes !== undefined}
        />
      )}
      {stylePart && state.isCaptionStyleShown && (
        <stylePart.CaptionStyleSheet onClosed={() => showCaptionStyle(false)} />
      )}
      {keyboardPart && isKeyboardShown && <keyboardPart.PlayerKeyboard onClosed={() => showKeyboard(false)} />}
    </>
  )
}

interface CaptionsPartProps extends Pick<AddedPartProps, 'state' | 'commands' | 'video'> {
  captions: CaptionOptions
}

/** The captions over the picture, whose code is fetched when they are first shown. */
export function CaptionsPart({ state, commands, video, captions }: CaptionsPartProps) {
  const track = captions.tracks.find(({ id }) => id === state.captions)
  const part = usePart(loadCaptions, track !== undefined, () => {
    commands.notify('Captions could not be loaded. Please reload the page.')
  })
  return (
    <div className="player-captions">
      {part && track && (
        <part.CaptionsLayer
          key={track.id}
          video={video}
          track={track}
          state={state}
          commands={commands}
          credentials={captions.credentials}
        />
      )}
    </div>
  )
}
