import { type KeyboardEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { tabAfterKey } from '#app/ui/tab-keys.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { dashboardTabs, type TabId, tabUrl } from './tabs.ts'

/** Switching tabs keeps the scroll position, and requests nothing from the server. */
const linkOptions = { preventScrollReset: true, defaultShouldRevalidate: false } as const

/** Links to the three tabs; once scripts run, arrow keys move between them as in any tab list. */
export function TabList({ chosen }: { chosen: TabId }) {
  const list = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const isHydrated = useHydrated()

  const handleKeyDown = (event: KeyboardEvent) => {
    const index = dashboardTabs.findIndex(({ id }) => id === chosen)
    const tab = dashboardTabs[tabAfterKey(event, index, dashboardTabs.length) ?? -1]
    if (!tab) return
    event.preventDefault()
    void navigate(tabUrl(tab.id), linkOptions)
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus()
  }
  return (
    <div ref={list} className="tabs" role="tablist" aria-label="Dashboard" onKeyDown={handleKeyDown}>
      {dashboardTabs.map(({ id, name }) => (
        <Link
          key={id}
          id={`tab-${id}`}
          role="tab"
          to={tabUrl(id)}
          aria-selected={id === chosen}
          aria-controls={id === chosen ? 'tab-panel' : undefined}
          tabIndex={isHydrated && id !== chosen ? -1 : 0}
          {...linkOptions}
        >
          {name}
        </Link>
      ))}
    </div>
  )
}
