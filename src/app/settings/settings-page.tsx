import type { ReactNode } from 'react'
import { useCurrentUser } from '#app/http/current-user.ts'
import { SIGN_IN_REQUIRED } from '#app/messages/failures.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import type { SectionResult } from './section.tsx'
import { isOnPage, type SettingsPageName, settingsPage, settingsPages } from './settings-pages.ts'

interface SettingsPageProps {
  page: SettingsPageName
  result: SectionResult
  /** The groups of the sheet; null once the session has ended. */
  children: ReactNode
  /** What stands below the sheet, apart. */
  after?: ReactNode
}

/** The frame of each page of Settings: the list of pages, and one sheet. */
export function SettingsPage({ page, result, children, after }: SettingsPageProps) {
  const { name, icon } = settingsPage[page]
  const user = useCurrentUser()
  const { refused } = result
  const isElsewhere = refused !== null && !isOnPage(refused.section, page)
  return (
    <div className="wrap page settings">
      <div className="settings-head">
        <h1>Settings</h1>
        {user && <p className="settings-who">{user.email}</p>}
        <nav className="settings-pages" aria-label="Settings">
          <PageLinks current={page} />
        </nav>
        {/* The key closes it on the page that was chosen. */}
        <details key={page} className="settings-menu">
          <summary>
            <Icon name={icon} />
            {name}
            <Icon name="down" />
          </summary>
          <nav className="settings-pages" aria-label="Settings">
            <PageLinks current={page} />
          </nav>
        </details>
      </div>
      <div className="settings-sheets">
        <h2 className="settings-page-name">{name}</h2>
        <PaperCard className="settings-sheet">
          {(children === null || isElsewhere) && <ErrorMessage>{refused?.message ?? SIGN_IN_REQUIRED}</ErrorMessage>}
          {children}
        </PaperCard>
        {after}
      </div>
    </div>
  )
}

function PageLinks({ current }: { current: SettingsPageName }) {
  const user = useCurrentUser()
  return (
    <ul>
      {settingsPages.map((page) => {
        const { path, name, icon } = settingsPage[page]
        return (
          <li key={page}>
            <Link to={path} aria-current={page === current ? 'page' : undefined}>
              <Icon name={icon} />
              {name}
            </Link>
          </li>
        )
      })}
      {user?.isCreator && (
        <li className="settings-pages-apart">
          <Link to={`/creator/${user.uid}`}>
            <Icon name="out" />
            View my profile
          </Link>
        </li>
      )}
    </ul>
  )
}
