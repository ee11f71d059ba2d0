import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ControlProps } from './control-props.ts'
import { type FlashRange, flashPhaseAt, isDimmedAt } from './flash-phase.ts'

/** Over the picture near flashes: that they are dimmed, or that they come and how to dim them. */
export function FlashPill({ state, commands, flashes }: ControlProps & { flashes: readonly FlashRange[] }) {
  const { position, isDimming } = state
  if (isDimming)
    return (
      <p className={isDimmedAt(flashes, position) ? 'flash-pill row' : 'flash-pill row is-away'} role="status">
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
    <p className={isInside ? 'flash-pill row is-inside' : 'flash-pill row'}>
      <Icon name={isInside ? 'warn' : 'flash'} />
      {isInside
        ? `Flashing lights until ${formatTime(Math.ceil(phase.until))}`
        : `Flashing lights in ${phase.inSeconds} s`}
      <button type="button" aria-keyshortcuts="d" onClick={commands.toggleDimming}>
        {isInside ? 'Dim now' : 'Dim'}{' '}
        <span aria-hidden="true">
          <kbd>D</kbd>
        </span>
      </button>
    </p>
  )
}
