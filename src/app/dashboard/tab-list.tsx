import { type KeyboardEvent, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useScripts } from '#app/ui/use-scripts.ts'
import { dashboardTabs, type TabId, tabAddress } from './tabs.ts'

/** What only changes the view keeps its place, and asks the server for nothing. */
const quietly = { preventScrollReset: true, defaultShouldRevalidate: false } as const

/** Links to the three parts; once scripts run, arrow keys go through them as through any tabs. */
export function TabList({ chosen }: { chosen: TabId }) {
  const list = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const scriptsRun = useScripts()

  const walk = (event: KeyboardEvent) => {
    const place = dashboardTabs.findIndex(({ id }) => id === chosen)
    const last = dashboardTabs.length - 1
    const steps: Record<string, number> = {
      ArrowRight: place === last ? 0 : place + 1,
      ArrowLeft: place === 0 ? last : place - 1,
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    const tab = next === undefined ? undefined : dashboardTabs[next]
    if (!tab || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void navigate(tabAddress(tab.id), quietly)
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus()
  }
  return (
    <div ref={list} className="tabs" role="tablist" aria-label="Dashboard" onKeyDown={walk}>
      {dashboardTabs.map(({ id, name }) => (
        <Link
          key={id}
          id={`tab-${id}`}
          role="tab"
          to={tabAddress(id)}
          aria-selected={id === chosen}
          aria-controls={id === chosen ? 'tab-panel' : undefined}
          tabIndex={scriptsRun && id !== chosen ? -1 : 0}
          {...quietly}
        >
          {name}
        </Link>
      ))}
    </div>
  )
}
