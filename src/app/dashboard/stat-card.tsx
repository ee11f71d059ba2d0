import { count } from '#app/ui/figures.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { type Growth, growthCaption } from '#engagement/growth.ts'
import { uprightBars } from './chart-shapes.ts'
import type { CountKind } from './numbers.ts'
import { type OwnRow, titleOf } from './own-row.ts'

const looks: Record<CountKind, { name: string; icon: IconName }> = {
  views: { name: 'Total views', icon: 'eye' },
  likes: { name: 'Total likes', icon: 'heart' },
  comments: { name: 'Total comments', icon: 'note' },
}

/** More bars than this are too thin to tell apart. */
const BARS_AT_MOST = 24

interface StatCardProps {
  kind: CountKind
  total: number
  growth: Growth
  /** Playable episodes, newest first. */
  rows: OwnRow[]
}

/** One number of the creator, how it grew, and which episodes it comes from. */
export function StatCard({ kind, total, growth, rows }: StatCardProps) {
  const { name, icon } = looks[kind]
  return (
    <section className={`panel stat stat-${kind}`} aria-label={name}>
      <h2 className="stat-name">
        <Icon name={icon} />
        {name}
      </h2>
      <p className="stat-number">{count(total)}</p>
      <Caption growth={growth} />
      {rows.length > 0 && (
        <EpisodeBars kind={kind} rows={rows.slice(0, BARS_AT_MOST)} isCut={rows.length > BARS_AT_MOST} />
      )}
    </section>
  )
}

/** The change alone is coloured: '+12%' of '+12% from last month'. */
function Caption({ growth }: { growth: Growth }) {
  const [, change, rest] = /^([+-][\d,]+%)?(.*)$/.exec(growthCaption(growth)) ?? []
  return (
    <p className="stat-growth">
      {change && <span className={change.startsWith('-') ? 'stat-less' : 'stat-more'}>{change}</span>}
      {rest}
    </p>
  )
}

/** One bar an episode, oldest first; the newest is solid. */
function EpisodeBars({ kind, rows, isCut }: { kind: CountKind; rows: OwnRow[]; isCut: boolean }) {
  const oldestFirst = [...rows].reverse()
  const bars = uprightBars(oldestFirst.map((row) => row[kind]))
  const list = oldestFirst.map((row) => `${titleOf(row)} ${count(row[kind])}`).join(', ')
  return (
    <figure className="stat-bars">
      <div className="stat-plot">
        <svg role="img" aria-label={`${looks[kind].name} by episode, oldest to newest: ${list}`}>
          {bars.map(({ x, width, height }, place) => (
            <rect
              key={oldestFirst[place]?.id}
              className={place === bars.length - 1 ? 'is-newest' : undefined}
              x={`${x}%`}
              y={`${100 - height}%`}
              width={`${width}%`}
              height={`${height}%`}
              rx="3"
            />
          ))}
        </svg>
      </div>
      <figcaption>
        {isCut ? `Newest ${rows.length} episodes, oldest to newest` : 'By episode, oldest to newest'}
      </figcaption>
    </figure>
  )
}
