import { IconButton } from '#app/ui/icon-button.tsx'
import type { ControlProps } from './control-props.ts'

/** Mute, and the volume where there is room. */
export function VolumeControl({ state, commands }: ControlProps) {
  return (
    <>
      {/* Keeps its place while the button over the picture does the same. */}
      <IconButton
        className={state.isMutedByBrowser ? 'controls-mute is-invisible' : 'controls-mute'}
        name={state.isMuted ? 'Unmute' : 'Mute'}
        icon={state.isMuted ? 'mute' : 'vol'}
        onClick={commands.toggleMute}
      />
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
    </>
  )
}
