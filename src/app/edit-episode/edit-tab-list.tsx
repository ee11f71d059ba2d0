import { type KeyboardEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type EditTab, editAddress, editTabs } from '#app/own-episodes/edit-address.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { tabAfterKey } from '#app/ui/tab-keys.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** What a tab says beside its name. */
export type TabMark = 'unsaved' | 'wrong' | null

interface EditTabListProps {
  id: string
  chosen: EditTab
  markOf: (tab: EditTab) => TabMark
  /** How many things a tab lists. */
  counts: Partial<Record<EditTab, number>>
}

/** Switching tabs keeps the scroll position, and requests nothing from the server. */
const linkOptions = { preventScrollReset: true, defaultShouldRevalidate: false } as const

/** Links to the tabs; once scripts run, arrow keys move between them as in any tab list. */
export function EditTabList({ id: episodeId, chosen, markOf, counts }: EditTabListProps) {
  const list = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const isHydrated = useHydrated()

  const handleKeyDown = (event: KeyboardEvent) => {
    const index = editTabs.findIndex(({ id }) => id === chosen)
    const tab = editTabs[tabAfterKey(event, index, editTabs.length) ?? -1]
    if (!tab) return
    event.preventDefault()
    void navigate(editAddress(episodeId, tab.id), linkOptions)
    list.current?.querySelector<HTMLElement>(`#edit-tab-${tab.id}`)?.focus()
  }
  return (
    <div ref={list} className="tabs edit-tabs" role="tablist" aria-label="Edit Episode" onKeyDown={handleKeyDown}>
      {editTabs.map(({ id, name }) => (
        <Link
          key={id}
          id={`edit-tab-${id}`}
          role="tab"
          to={editAddress(episodeId, id)}
          aria-selected={id === chosen}
          aria-controls={id === chosen ? 'edit-panel' : undefined}
          tabIndex={isHydrated && id !== chosen ? -1 : 0}
          {...linkOptions}
        >
          {name}
          {counts[id] ? <span className="edit-tab-count figures">{counts[id]}</span> : null}
          <Mark mark={markOf(id)} />
        </Link>
      ))}
    </div>
  )
}

function Mark({ mark }: { mark: TabMark }) {
  if (mark === null) return null
  if (mark === 'unsaved') return <span className="edit-tab-point" role="img" aria-label="unsaved" />
  return (
    <span className="edit-tab-wrong" role="img" aria-label="needs attention">
      <Icon name="warn" />
    </span>
  )
}
