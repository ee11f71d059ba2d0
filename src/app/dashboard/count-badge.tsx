import { count } from '#app/ui/figures.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { CountKind } from './numbers.ts'
import type { OwnRow } from './own-row.ts'

const icons: Record<CountKind, IconName> = { views: 'eye', likes: 'heart', comments: 'note' }

/** Numbers of an own episode, each with its drawing; the word is there for those who do not see it. */
export function CountBadges({ row, kinds }: { row: OwnRow; kinds: readonly CountKind[] }) {
  return (
    <ul className="count-badges figures" aria-label="Counts">
      {kinds.map((kind) => (
        <li key={kind} className="badge" title={`${count(row[kind])} ${kind}`}>
          <Icon name={icons[kind]} />
          {count(row[kind])}
          <span className="visually-hidden"> {kind}</span>
        </li>
      ))}
    </ul>
  )
}
