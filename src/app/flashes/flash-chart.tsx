import { formatTime } from '#app/ui/format.ts'
import type { FlashSpan } from '#video/video.ts'
import { SAFE_PER_SECOND } from './flash-words.ts'

interface FlashChartProps {
  /** Most flashes in each second. */
  perSecond: readonly number[]
  spans: readonly FlashSpan[]
}

/** In pixels, from the top: the highest bar, the ground line, the end. */
const HEIGHTS = { top: 14, ground: 128, end: 150 }

/** Flashes in each second of the video, with the line at three. Uses attributes only, as the player's bar does. */
export function FlashChart({ perSecond, spans }: FlashChartProps) {
  const { top, ground, end } = HEIGHTS
  const seconds = Math.max(1, perSecond.length)
  const most = Math.max(SAFE_PER_SECOND + 2, ...perSecond)
  const xOf = (second: number) => `${(100 * second) / seconds}%`
  const heightOf = (flashes: number) => (flashes / most) * (ground - top)
  const limit = ground - heightOf(SAFE_PER_SECOND)
  const minutes = Array.from({ length: Math.ceil(seconds / 60) }, (_, minute) => minute * 60)
  const flashing = perSecond.flatMap((flashes, second) => (flashes > 0 ? [{ flashes, second }] : []))
  const above = spans.map(({ from }) => formatTime(from))
  const found = above.length === 0 ? 'None above three per second.' : `Above three per second at ${above.join(', ')}.`
  return (
    <svg
      className="flash-chart"
      width="100%"
      height={end}
      role="img"
      aria-label={`Flashes in each second of the episode. ${found}`}
    >
      {flashing.map(({ flashes, second }) => (
        <rect
          key={second}
          className={flashes > SAFE_PER_SECOND ? 'is-above' : undefined}
          x={xOf(second)}
          y={ground - heightOf(flashes)}
          width={xOf(0.7)}
          height={heightOf(flashes)}
        />
      ))}
      <line className="flash-chart-ground" x2="100%" y1={ground} y2={ground} />
      {minutes.map((at) => (
        <g key={at}>
          <line className="flash-chart-ground" x1={xOf(at)} x2={xOf(at)} y1={ground} y2={ground + 6} />
          <text x={xOf(at)} y={end - 2}>
            {formatTime(at)}
          </text>
        </g>
      ))}
      <line className="flash-chart-line" x2="100%" y1={limit} y2={limit} />
      <text className="flash-chart-limit" x="0" y={limit - 6}>
        3 per second
      </text>
    </svg>
  )
}
