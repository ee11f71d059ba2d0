import type { ReactNode } from 'react'
import { clock } from '#app/ui/figures.ts'
import { Hole } from '#app/ui/hole.tsx'
import { minuteMarks, type PlayerState } from './player-state.ts'
import type { PlayerCommands } from './use-player.ts'

interface ControlsProps {
  state: PlayerState
  commands: PlayerCommands
}

/** The bar of the player: where we are, play, time, sound, full screen. */
export function Controls({ state, commands }: ControlsProps) {
  return (
    <div className="controls">
      <SeekBar state={state} commands={commands} />
      <div className="controls-row">
        <Hole
          look="hole-play"
          name={state.isPlaying ? 'Pause' : 'Play'}
          icon={state.isPlaying ? 'pause' : 'play'}
          onClick={commands.togglePlay}
        />
        <span className="controls-time figures">
          <b>{clock(state.position)}</b> / {clock(state.duration)}
        </span>
        <span className="controls-gap" />
        {!state.isMutedByBrowser && (
          <Hole
            name={state.isMuted ? 'Unmute' : 'Mute'}
            icon={state.isMuted ? 'mute' : 'vol'}
            onClick={commands.toggleMute}
          />
        )}
        <input
          type="range"
          className="range volume-range"
          aria-label="Volume"
          min={0}
          max={1}
          step={0.05}
          value={state.isMuted ? 0 : state.volume}
          onChange={(event) => commands.setVolume(event.currentTarget.valueAsNumber)}
        />
        <Hole
          name={state.isFullScreen ? 'Exit full screen' : 'Full screen'}
          icon={state.isFullScreen ? 'x' : 'full'}
          onClick={commands.toggleFullScreen}
        />
      </div>
    </div>
  )
}

/** A native range over a drawn track: played, fetched, and a tick at each full minute. */
function SeekBar({ state, commands }: ControlsProps) {
  const { position, duration, bufferedUntil } = state
  const width = Math.max(duration, 0.1)
  return (
    <div className="seek">
      <Drawn look="seek-track" width={width}>
        <rect className="seek-whole" width={width} height="10" />
        <rect className="seek-buffered" width={Math.min(bufferedUntil, width)} height="10" />
        <rect className="seek-played" width={Math.min(position, width)} height="10" />
      </Drawn>
      <Drawn look="seek-ticks" width={width}>
        <path
          d={minuteMarks(duration)
            .map((mark) => `M${mark} 0V10`)
            .join('')}
        />
      </Drawn>
      <input
        type="range"
        className="range seek-range"
        aria-label="Seek"
        aria-valuetext={`${clock(position)} of ${clock(duration)}`}
        min={0}
        max={width}
        step={0.1}
        value={Math.min(position, width)}
        onChange={(event) => commands.seekTo(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}

/** Drawn in seconds from left to right, and stretched over the bar. */
function Drawn({ look, width, children }: { look: string; width: number; children: ReactNode }) {
  return (
    <svg className={look} viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" aria-hidden="true">
      {children}
    </svg>
  )
}
