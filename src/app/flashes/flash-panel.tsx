import { formatTime } from '#app/ui/format.ts'
import type { ShownFlashes } from './shown-flashes.ts'

/** Beside an episode that flashes: each place, and the effect of dimming. */
export function FlashPanel({ places, dimming }: Pick<ShownFlashes, 'places' | 'dimming'>) {
  if (places.length === 0) return null
  return (
    <section className="flash-panel" aria-labelledby="flash-panel">
      <h2 id="flash-panel">Flashing lights in this episode</h2>
      <ul>
        {places.map(({ from, length, kind }) => (
          <li key={from}>
            <span className="figures">{formatTime(from)}</span>
            <p>
              <b>{length}</b>
              <span>{kind}</span>
            </p>
          </li>
        ))}
      </ul>
      <p>{dimming}</p>
    </section>
  )
}
