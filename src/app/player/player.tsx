import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { NoteOptions } from '#app/notes/note-options.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { FastStartMedia } from '#video/video.ts'
import type { CaptionOptions } from './caption-options.ts'
import type { Chapter } from './chapters.ts'
import { Controls } from './controls.tsx'
import { type FlashRange, isDimmedAt } from './flash-phase.ts'
import { CaptionsPart, LazyParts } from './lazy-parts.tsx'
import { Failed, Notice, Waiting } from './overlays.tsx'
import { PlainVideo } from './plain-video.tsx'
import type { PlayerStart } from './playback-session.ts'
import { areControlsShown, type PlayerState } from './player-state.ts'
import type { PlaybackPosition } from './position-reports.ts'
import type { SeriesPaths } from './series-links.tsx'
import type { StudyOptions } from './study-options.ts'
import { usePicturePointer } from './use-picture-pointer.ts'
import { usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { useSeriesOpeners } from './use-series-openers.ts'
import { useSystem } from './use-system.ts'

interface PlayerProps {
  title: string
  /** Who made it, for the system's own display. */
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
  /** By default, plays with audio where the browser allows it. */
  start?: PlayerStart
  /** Where the video resumes; without it, no position is stored. */
  position?: PlaybackPosition
  /** Leads to the episodes before and after. */
  series?: SeriesPaths
  /** For study mode, which there is none of without it. */
  study?: StudyOptions
  /** Texts that can be shown with it; none without it. */
  captions?: CaptionOptions
  /** Whose timed notes are shown; none without it. */
  notes?: NoteOptions
  /** Whether the page can give the player its whole width. */
  hasTheatre?: boolean
  /** Shown at the end of the row of controls. */
  rowEnd?: ReactNode
  /** Called when nothing plays and the viewer is told why; stays the same. */
  onFailed?(): void
  /** Shown over the picture, such as the lines of a text, or what comes after the end. */
  renderOver?(video: RefObject<HTMLVideoElement | null>): ReactNode
}

const noChapters: readonly Chapter[] = []
const noFlashes: readonly FlashRange[] = []

/** Hoshi's own player around a plain video element. */
export function Player({ chapters = noChapters, flashes = noFlashes, hasTheatre = false, ...props }: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const container = useRef<HTMLElement>(null)
  const { state, commands } = usePlayer(video, container, { ...props, chapters, flashes, hasTheatre })
  const openers = useSeriesOpeners(props.series)
  const hasNotes = props.notes !== undefined
  usePlayerKeys(container, {
    ...{ commands, isTheatre: state.isTheatre, study: state.study, hasTheatre, hasNotes },
    ...openers,
  })
  useSystem(video, { title: props.title, artist: props.by, poster: props.poster }, { ...commands, ...openers })
  const pointer = usePicturePointer(commands, { isPlaying: state.isPlaying, isMenuOpen: state.menu !== null })
  const size = { width: props.width ?? 1280, height: props.height ?? 720 }
  const control = { state, commands }
  const { onFailed } = props
  useEffect(() => {
    if (state.failure !== null) onFailed?.()
  }, [state.failure, onFailed])

  return (
    <section
      ref={container}
      className={classOf(state, state.isDimming && isDimmedAt(flashes, state.position))}
      aria-label={`Player: ${props.title}`}
      data-theme={state.study === 'open' ? 'dark' : undefined}
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
        {props.captions && <CaptionsPart {...control} video={video} captions={props.captions} />}
        <Waiting isWaiting={state.isWaiting} />
        <Notice text={state.notice} />
        {props.renderOver?.(video)}
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
        hasNotes={hasNotes}
        rowEnd={props.rowEnd}
      />
      <LazyParts
        {...control}
        {...{ video, container, chapters, flashes }}
        title={props.title}
        hls={props.hls}
        storyboard={props.storyboard}
        study={props.study}
        captions={props.captions}
        notes={props.notes}
      />
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
