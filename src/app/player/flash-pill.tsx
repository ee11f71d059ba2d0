import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { FlashSpan } from '#video/video.ts'
import type { ControlProps } from './control-props.ts'
import { flashPhaseAt, isDimmedAt } from './flash-phase.ts'

/** Over the picture near flashes: that they are dimmed, or that they come and how to dim them. */
export function FlashPill({ state, commands, flashes }: ControlProps & { flashes: readonly FlashSpan[] }) {
  if (flashes.length === 0) return null
  const { position, isDimming } = state
  if (isDimming)
    return (
      <p className={isDimmedAt(flashes, position) ? 'flash-pill' : 'flash-pill is-away'} role="status">
        {isDimmedAt(flashes, position) && (
          <>
            <Icon name="flash" />
            Flashes dimmed
          </>
        )}
      </p>
    )
  const phase = flashPhaseAt(flashes, position)
  if (!phase) return null
  const isInside = phase.kind === 'inside'
  return (
    <p className={isInside ? 'flash-pill is-inside' : 'flash-pill'}>
      <Icon name={isInside ? 'warn' : 'flash'} />
      {isInside ? `Flashing until ${formatTime(Math.ceil(phase.until))}` : `Flashing in ${phase.inSeconds} s`}
      <button type="button" aria-keyshortcuts="d" onClick={commands.toggleDimming}>
        {isInside ? 'Dim now' : 'Dim'}{' '}
        <span aria-hidden="true">
          <kbd>D</kbd>
        </span>
      </button>
    </p>
  )
}

/** In the row of controls of an episode that flashes. */
export function DimButton({ state, commands }: ControlProps) {
  return (
    <button
      type="button"
      className="icon-button controls-dim"
      aria-label="Dim flashes"
      aria-pressed={state.isDimming}
      aria-keyshortcuts="d"
      onClick={commands.toggleDimming}
    >
      <Icon name="flash" />
    </button>
  )
}
