import { type PointerEvent, type ReactNode, type RefObject, useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { FastStartMedia } from '#video/video.ts'
import { Controls, type SeriesPaths } from './controls.tsx'
import type { PlayerStart } from './playback-session.ts'
import { areControlsShown } from './player-state.ts'
import type { PlaybackPosition } from './position-reports.ts'
import { usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'

interface PlayerProps {
  title: string
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
  /** By default, plays with audio where the browser allows it. */
  start?: PlayerStart
  /** Where the video resumes; without it, no position is stored. */
  position?: PlaybackPosition
  /** Leads to the episodes before and after. */
  series?: SeriesPaths
  /** Shown over the last frame when the video has ended; presses on it stay there. */
  renderEnd?(video: RefObject<HTMLVideoElement | null>): ReactNode
}

/** Hoshi's own player around a plain video element. */
export function Player(props: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const container = useRef<HTMLElement>(null)
  const { state, commands } = usePlayer(video, container, props)
  usePlayerKeys(commands, props.series)
  const size = { width: props.width ?? 1280, height: props.height ?? 720 }

  const handlePointerUp = (event: PointerEvent) => {
    commands.showControls()
    // A mouse click on the video plays and pauses; a touch only shows the controls.
    if (event.pointerType === 'mouse' && event.button === 0) commands.togglePlay()
  }

  return (
    <section
      ref={container}
      className={areControlsShown(state) ? 'player' : 'player is-resting'}
      aria-label={`Player: ${props.title}`}
      onPointerMove={commands.showControls}
      onFocus={commands.showControls}
    >
      <div className="player-picture" onPointerUp={handlePointerUp}>
        <video
          ref={video}
          {...size}
          poster={props.poster ?? undefined}
          playsInline
          preload="none"
          muted={props.start?.endsWith('muted')}
          aria-label={props.title}
          suppressHydrationWarning
        />
        {state.isWaiting && (
          <span className="player-waiting" role="status">
            Loading...
          </span>
        )}
        {props.renderEnd?.(video)}
      </div>
      {state.isMutedByBrowser && (
        <button type="button" className="button button-small player-unmute" onClick={commands.toggleMute}>
          <Icon name="mute" />
          Unmute
        </button>
      )}
      {state.hasFailed && (
        <div className="player-failed" role="alert">
          <p>This episode cannot be played right now.</p>
          <button type="button" className="button button-primary" onClick={commands.retry}>
            <Icon name="refresh" />
            Try again
          </button>
        </div>
      )}
      <Controls state={state} commands={commands} storyboard={props.storyboard} series={props.series} />
      <noscript>
        <video className="player-plain" {...size} poster={props.poster ?? undefined} controls src={props.hls} />
      </noscript>
    </section>
  )
}
