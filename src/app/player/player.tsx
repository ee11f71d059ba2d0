import { type PointerEvent, useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { Beginning } from '#video/video.ts'
import { Controls } from './controls.tsx'
import { areControlsShown } from './player-state.ts'
import { type PlayerStart, usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'

interface PlayerProps {
  title: string
  /** Address of the master playlist. */
  hls: string
  /** What it can begin with before the playlists are there; null where that is not known. */
  beginning: Beginning | null
  poster: string | null
  /** Address of the WebVTT that names small pictures of the film; null while there is none. */
  storyboard: string | null
  /** Pixels of the picture; they keep its place before anything is fetched. */
  width: number | null
  height: number | null
  durationSeconds: number | null
  /** With sound where the browser allows it, unless told otherwise. */
  start?: PlayerStart
}

/** Hoshi's own player around a plain video element. */
export function Player(props: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLElement>(null)
  const { state, commands } = usePlayer(video, frame, props)
  usePlayerKeys(commands)
  const size = { width: props.width ?? 1280, height: props.height ?? 720 }

  const touched = (event: PointerEvent) => {
    commands.stir()
    // A mouse plays and pauses on the picture; a finger only asks for the controls.
    if (event.pointerType === 'mouse' && event.button === 0) commands.togglePlay()
  }

  return (
    <section
      ref={frame}
      className={areControlsShown(state) ? 'player' : 'player is-resting'}
      aria-label={`Player: ${props.title}`}
      onPointerMove={commands.stir}
      onFocus={commands.stir}
    >
      <div className="player-picture" onPointerUp={touched}>
        <video
          ref={video}
          {...size}
          poster={props.poster ?? undefined}
          playsInline
          preload="none"
          muted={props.start?.endsWith('silent')}
          aria-label={props.title}
          suppressHydrationWarning
        />
        {state.isWaiting && (
          <span className="player-waiting" role="status">
            Loading...
          </span>
        )}
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
          <button type="button" className="button button-primary" onClick={commands.tryAgain}>
            <Icon name="refresh" />
            Try again
          </button>
        </div>
      )}
      <Controls state={state} commands={commands} storyboard={props.storyboard} />
      <noscript>
        <video className="player-plain" {...size} poster={props.poster ?? undefined} controls src={props.hls} />
      </noscript>
    </section>
  )
}
