import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { SettingsSection } from './section.tsx'

/** The pages that list what concerns a person and is kept elsewhere. */
export function RecordsSection({ isCreator }: { isCreator: boolean }) {
  const records = [
    { to: '/settings/reports', name: 'My reports' },
    { to: '/settings/decisions', name: 'Decisions' },
    ...(isCreator ? [{ to: '/dashboard/credits', name: 'My credits' }] : []),
  ]
  return (
    <SettingsSection id="records" title="Your records">
      <ul className="settings-records">
        {records.map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>
              {name}
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
