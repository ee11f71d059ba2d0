import { memo, useMemo } from 'react'
import { densityOf, type TimedNote } from './note-lanes.ts'

interface NotesStripeProps {
  times: readonly TimedNote[]
  duration: number
  position: number
  /** Bars, otherwise dots. */
  isDense: boolean
}

const PARTS = 60
/** Height of the bars in pixels; as in notes.css. A part without notes has a low one. */
const [HEIGHT, LOW, LEAST] = [16, 2, 5]
const GAP = 0.2

/** Where in the video people wrote notes: bars above the seek bar while notes are shown, dots while they are off. */
export function NotesStripe({ times, duration, position, isDense }: NotesStripeProps) {
  const counts = useMemo(
    () =>
      densityOf(
        times.map(({ at }) => at),
        duration,
        PARTS,
      ),
    [times, duration],
  )
  if (times.length === 0 || duration <= 0) return null
  if (!isDense) return <Dots counts={counts} />
  return <Bars counts={counts} now={Math.min(PARTS - 1, Math.floor((position / duration) * PARTS))} />
}

const Bars = memo(function Bars({ counts, now }: { counts: readonly number[]; now: number }) {
  const most = Math.max(...counts)
  return (
    <svg className="notes-bars" viewBox={`0 0 ${PARTS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((count, part) => {
        const height = count === 0 ? LOW : LEAST + ((HEIGHT - LEAST) * count) / most
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the video
            key={part}
            className={part === now ? 'is-now' : undefined}
            x={part + GAP / 2}
            width={1 - GAP}
            y={HEIGHT - height}
            height={height}
          />
        )
      })}
    </svg>
  )
})

const Dots = memo(function Dots({ counts }: { counts: readonly number[] }) {
  return (
    <svg className="notes-dots" aria-hidden="true">
      {counts.map(
        (count, part) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the video
          count > 0 && <circle key={part} cx={`${((part + 0.5) * 100) / PARTS}%`} cy="50%" r="3.5" />,
      )}
    </svg>
  )
})
