import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Link } from '#app/ui/link.tsx'
import type { PlayerState } from './player-state.ts'
import { SeekBar } from './seek-bar.tsx'
import type { PlayerCommands } from './use-player.ts'

/** Paths of the watch pages before and after this one in the series; null for none. */
export interface SeriesPaths {
  previous: string | null
  next: string | null
}

interface ControlsProps {
  state: PlayerState
  commands: PlayerCommands
  /** URL of the video's WebVTT storyboard; null while there is none. */
  storyboard: string | null
  series: SeriesPaths | undefined
}

/** The player's control bar: seek bar, play, series, time, volume, full screen. */
export function Controls({ state, commands, storyboard, series }: ControlsProps) {
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
        {series?.previous && (
          <Link className="icon-button" to={series.previous} rel="prev" aria-label="Previous in series">
            <Icon name="epprev" />
          </Link>
        )}
        {series?.next && (
          <Link className="icon-button" to={series.next} rel="next" aria-label="Next in series">
            <Icon name="epnext" />
          </Link>
        )}
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
