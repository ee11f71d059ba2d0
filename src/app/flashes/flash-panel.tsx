import { formatTime } from '#app/ui/format.ts'
import type { FlashSpan } from '#video/video.ts'
import { inSeconds, kindOfPlace, placesOf } from './places.ts'

/** Beside an episode that flashes: each place, and what dimming does. */
export function FlashPanel({ flashes }: { flashes: readonly FlashSpan[] }) {
  if (flashes.length === 0) return null
  return (
    <section className="flash-panel" aria-labelledby="flash-panel">
      <h2 id="flash-panel">What is in it</h2>
      <ul>
        {placesOf(flashes).map((place) => (
          <li key={place.from}>
            <span className="figures">{formatTime(place.from)}</span>
            <p>
              <b>{inSeconds(place.to - place.from)}</b>
              <span>{kindOfPlace(place)}</span>
            </p>
          </li>
        ))}
      </ul>
      <h3>What dimming does</h3>
      <p>The light between flashes is evened out. Sound, length and every drawing stay.</p>
    </section>
  )
}
