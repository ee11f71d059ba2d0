import { monthlyGrowth } from '#app/messages/captions.ts'
import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { formatCount } from '#app/ui/format.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { Growth } from '#engagement/growth.ts'
import { verticalBars } from './chart-shapes.ts'
import type { CountKind } from './numbers.ts'

const statLabels: Record<CountKind, { name: string; icon: IconName }> = {
  views: { name: 'Total views', icon: 'eye' },
  likes: { name: 'Total likes', icon: 'heart' },
  comments: { name: 'Total comments', icon: 'note' },
}

/** More bars than this are too thin to tell apart. */
const MAX_BARS = 24

interface StatCardProps {
  kind: CountKind
  total: number
  growth: Growth
  /** Playable episodes, newest first. */
  rows: OwnRow[]
}

/** One total of a creator, its growth, and its distribution over the episodes. */
export function StatCard({ kind, total, growth, rows }: StatCardProps) {
  const { name, icon } = statLabels[kind]
  return (
    <section className={`panel stat stat-${kind}`} aria-label={name}>
      <h2 className="stat-name row gap-3 muted">
        <Icon name={icon} />
        {name}
      </h2>
      <p className="stat-number">{formatCount(total)}</p>
      <Caption growth={growth} />
      {rows.length > 0 && (
        <EpisodeBars kind={kind} rows={rows.slice(0, MAX_BARS)} isTruncated={rows.length > MAX_BARS} />
      )}
    </section>
  )
}

/** Only the change is coloured: '+12%' of '+12% from last month'. */
function Caption({ growth }: { growth: Growth }) {
  const { change, isLess, rest } = monthlyGrowth(growth)
  return (
    <p className="stat-growth">
      {change !== '' && <span className={isLess ? 'stat-less' : 'stat-more'}>{change}</span>}
      {change !== '' && ' '}
      {rest}
    </p>
  )
}

/** One bar per episode, oldest first; the newest is solid. */
function EpisodeBars({ kind, rows, isTruncated }: { kind: CountKind; rows: OwnRow[]; isTruncated: boolean }) {
  const oldestFirst = [...rows].reverse()
  const bars = verticalBars(oldestFirst.map((row) => row[kind]))
  const list = oldestFirst.map((row) => `${titleOf(row)} ${formatCount(row[kind])}`).join(', ')
  return (
    <figure className="stat-bars">
      <div className="stat-plot">
        <svg role="img" aria-label={`${statLabels[kind].name} by episode, oldest to newest: ${list}`}>
          {bars.map(({ x, width, height }, index) => (
            <rect
              key={oldestFirst[index]?.id}
              className={index === bars.length - 1 ? 'is-newest' : undefined}
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
        {isTruncated ? `Newest ${rows.length} episodes, oldest to newest` : 'By episode, oldest to newest'}
      </figcaption>
    </figure>
  )
}
