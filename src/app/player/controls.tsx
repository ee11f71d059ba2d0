import { clock } from '#app/ui/figures.ts'
import { Icon } from '#app/ui/icon.tsx'
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
        <button
          type="button"
          className="hole hole-play"
          aria-label={state.isPlaying ? 'Pause' : 'Play'}
          onClick={commands.togglePlay}
        >
          <Icon name={state.isPlaying ? 'pause' : 'play'} />
        </button>
        <span className="controls-time figures">
          <b>{clock(state.position)}</b> / {clock(state.duration)}
        </span>
        <span className="controls-gap" />
        {!state.isMutedByBrowser && (
          <button
            type="button"
            className="hole"
            aria-label={state.isMuted ? 'Unmute' : 'Mute'}
            onClick={commands.toggleMute}
          >
            <Icon name={state.isMuted ? 'mute' : 'vol'} />
          </button>
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
        <button
          type="button"
          className="hole"
          aria-label={state.isFullScreen ? 'Exit full screen' : 'Full screen'}
          onClick={commands.toggleFullScreen}
        >
          <Icon name={state.isFullScreen ? 'x' : 'full'} />
        </button>
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
      <svg className="seek-track" viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect className="seek-whole" width={width} height="10" />
        <rect className="seek-buffered" width={Math.min(bufferedUntil, width)} height="10" />
        <rect className="seek-played" width={Math.min(position, width)} height="10" />
      </svg>
      <svg className="seek-ticks" viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" aria-hidden="true">
        <path
          d={minuteMarks(duration)
            .map((mark) => `M${mark} 0V10`)
            .join('')}
        />
      </svg>
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
