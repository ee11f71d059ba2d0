import { formatTime } from '#app/ui/format.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import type { PlayerState } from './player-state.ts'
import { SeekBar } from './seek-bar.tsx'
import type { PlayerCommands } from './use-player.ts'

interface ControlsProps {
  state: PlayerState
  commands: PlayerCommands
  /** URL of the video's WebVTT storyboard; null while there is none. */
  storyboard: string | null
}

/** The player's control bar: seek bar, play, time, volume, full screen. */
export function Controls({ state, commands, storyboard }: ControlsProps) {
  return (
    <div className="controls">
      <SeekBar state={state} commands={commands} storyboard={storyboard} />
      <div className="controls-row">
        <IconButton
          className="icon-button-play"
          name={state.isPlaying ? 'Pause' : 'Play'}
          icon={state.isPlaying ? 'pause' : 'play'}
          onClick={commands.togglePlay}
        />
        <span className="controls-time figures">
          <b>{formatTime(state.position)}</b> / {formatTime(state.duration)}
        </span>
        <span className="controls-gap" />
        {!state.isMutedByBrowser && (
          <IconButton
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
        <IconButton
          name={state.isFullScreen ? 'Exit full screen' : 'Full screen'}
          icon={state.isFullScreen ? 'x' : 'full'}
          onClick={commands.toggleFullScreen}
        />
      </div>
    </div>
  )
}
