import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { StudyOptions } from '#app/playback/study-options.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Chapter } from '#catalog/chapters.ts'
import type { FastStartMedia } from '#video/video.ts'
import type { CaptionOptions } from './caption-options.ts'
import type { ControlProps } from './control-props.ts'
import { Controls } from './controls.tsx'
import { type FlashRange, isDimmedAt } from './flash-phase.ts'
import { connectKeyboardSheet } from './keyboard-sheet.ts'
import { Failed, Notice, Waiting } from './overlays.tsx'
import { PlainVideo } from './plain-video.tsx'
import type { PlayerStart } from './playback-session.ts'
import { areControlsShown, type PlayerState } from './player-state.ts'
import type { PlaybackPosition } from './position-reports.ts'
import type { SeriesPaths } from './series-links.tsx'
import { usePicturePointer } from './use-picture-pointer.ts'
import { usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { useSeriesOpeners } from './use-series-openers.ts'
import { useSystem } from './use-system.ts'

/** Given to the parts that are added to the player. */
export interface AddedPartProps extends ControlProps {
  video: RefObject<HTMLVideoElement | null>
  container: RefObject<HTMLElement | null>
  chapters: readonly Chapter[]
  flashes: readonly FlashRange[]
}

export interface PlayerProps {
  title: string
  /** Name of its creator, for the system's own display. */
  by?: string
  /** URL of the master playlist. */
  hls: string
  /** Segments that can play before the playlists are loaded; null when unknown. */
  fastStart: FastStartMedia | null
  poster: string | null
  /** URL of the video's WebVTT storyboard; null while there is none. */
  storyboard: string | null
  /** Size in pixels, which reserves the space before anything is fetched. */
  width: number | null
  height: number | null
  durationSeconds: number | null
  chapters?: readonly Chapter[]
  /** Where light flashes more than is safe; none where nothing is known of it. */
  flashes?: readonly FlashRange[]
  /** Whether flashes are dimmed at first; they are unless it is false. */
  dimsFlashes?: boolean
  /** How the video starts; by default it plays, with audio where the browser allows it. */
  start?: PlayerStart
  /** Where the video resumes; without it, no position is stored. */
  position?: PlaybackPosition
  /** Leads to the episodes before and after. */
  series?: SeriesPaths
  /** Options of study mode, which is off without them. */
  study?: StudyOptions
  /** Texts that can be shown with it; none without it. */
  captions?: CaptionOptions
  /** Whether the page can give the player its whole width. */
  hasTheatre?: boolean
  /** Shows timed notes on the picture, or hides them, and returns whether they are shown now; none without it. */
  toggleNotes?(): boolean
  /** Buttons in the row of controls, before those of the player. */
  rowButtons?: ReactNode
  /** Shown at the end of the row of controls. */
  rowEnd?: ReactNode
  /** Called when nothing plays and the viewer is told why; stays the same. */
  onFailed?(): void
  /** Renders over the picture, such as the lines of a text or the end card. */
  renderOver?(parts: AddedPartProps): ReactNode
  /** Renders the chosen text of `captions` over the picture. */
  renderCaptions?(parts: AddedPartProps): ReactNode
  /** Renders the parts that open over the player: its menu, its sheets and added ones. */
  renderParts(parts: AddedPartProps): ReactNode
}

const noChapters: readonly Chapter[] = []
const noFlashes: readonly FlashRange[] = []

/**
 * Hoshi's own player around a plain video element. Other parts of the app add everything that is shown over the video.
 */
export function Player({ chapters = noChapters, flashes = noFlashes, hasTheatre = false, ...props }: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const container = useRef<HTMLElement>(null)
  const { state, commands } = usePlayer(video, container, { ...props, chapters, flashes, hasTheatre })
  const openers = useSeriesOpeners(props.series)
  usePlayerKeys(container, {
    commands,
    isTheatre: state.isTheatre,
    study: state.study,
    hasTheatre,
    toggleNotes: props.toggleNotes ?? null,
    ...openers,
  })
  useSystem(video, { title: props.title, artist: props.by, poster: props.poster }, { ...commands, ...openers })
  useEffect(() => connectKeyboardSheet(() => commands.showKeyboard(true)), [commands])
  const pointer = usePicturePointer(commands, { isPlaying: state.isPlaying, isMenuOpen: state.menu !== null })
  const size = { width: props.width ?? 1280, height: props.height ?? 720 }
  const control = { state, commands }
  const parts = { state, commands, video, container, chapters, flashes }
  const { onFailed } = props
  useEffect(() => {
    if (state.failure !== null) onFailed?.()
  }, [state.failure, onFailed])

  return (
    <section
      ref={container}
      className={classOf(state, state.isDimming && isDimmedAt(flashes, state.position))}
      aria-label={`Player: ${props.title}`}
      data-theme="dark"
      // A click gives the player the focus, and with it the keys that elsewhere scroll the page.
      tabIndex={-1}
      onPointerMove={commands.showControls}
      onFocus={commands.showControls}
    >
      <div className="player-picture" {...pointer}>
        <video
          ref={video}
          {...size}
          poster={props.poster ?? undefined}
          playsInline
          // A browser's picture in picture shows flashes as made.
          disablePictureInPicture={flashes.length > 0}
          preload="none"
          muted={props.start?.endsWith('muted')}
          // Firefox makes every video element a stop of Tab.
          tabIndex={-1}
          aria-label={props.title}
          suppressHydrationWarning
        />
        {props.renderCaptions?.(parts)}
        <Waiting isWaiting={state.isWaiting} />
        <Notice text={state.notice} />
        {props.renderOver?.(parts)}
      </div>
      {state.isMutedByBrowser && (
        <button type="button" className="button button-small player-unmute" onClick={commands.toggleMute}>
          <Icon name="mute" />
          Unmute
        </button>
      )}
      {state.failure !== null && <Failed {...control} container={container} />}
      <Controls
        {...control}
        storyboard={props.storyboard}
        chapters={chapters}
        flashes={flashes}
        series={props.series}
        hasTheatre={hasTheatre}
        hasStudy={props.study !== undefined}
        hasCaptions={(props.captions?.tracks.length ?? 0) > 0}
        rowButtons={props.rowButtons}
        rowEnd={props.rowEnd}
      />
      {props.renderParts(parts)}
      <PlainVideo hls={props.hls} poster={props.poster} width={props.width} height={props.height} />
    </section>
  )
}

function classOf(state: PlayerState, isDimmed: boolean): string {
  const isStudying = state.study === 'open'
  const isResting = !isStudying && !areControlsShown(state)
  const classes = [
    'player',
    isResting && 'is-resting',
    state.isTheatre && 'is-theatre',
    isDimmed && 'is-dimmed',
    isStudying && 'is-studying',
  ]
  return classes.filter(Boolean).join(' ')
}
