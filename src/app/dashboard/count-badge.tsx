import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { formatCount } from '#app/ui/format.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { CountKind } from './numbers.ts'

const icons: Record<CountKind, IconName> = { views: 'eye', likes: 'heart', comments: 'note' }

/** Counts of a creator's own episode, each with an icon and its name for screen readers. */
export function CountBadges({ row, kinds }: { row: OwnRow; kinds: readonly CountKind[] }) {
  return (
    <ul className="cluster figures" aria-label="Counts">
      {kinds.map((kind) => (
        <li key={kind} className="badge" title={`${formatCount(row[kind])} ${kind}`}>
          <Icon name={icons[kind]} />
          {formatCount(row[kind])}
          <span className="visually-hidden"> {kind}</span>
        </li>
      ))}
    </ul>
  )
}
