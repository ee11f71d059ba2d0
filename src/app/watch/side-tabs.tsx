import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { tabAfterKey } from '#app/ui/tab-keys.ts'
import type { SidePart } from './remembered-side-part.ts'

interface SideTabsProps {
  names: Record<SidePart, ReactNode>
  offered: readonly SidePart[]
  shown: SidePart
  onChoose(part: SidePart): void
}

/** The tabs beside the player, or below the episode where the page has one column. */
export function SideTabs({ names, offered, shown, onChoose }: SideTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const isChosen = useRef(false)
  // The tabs stay in sight while a page of one column is scrolled: the part that is chosen begins below them.
  useLayoutEffect(() => {
    if (!isChosen.current) return
    isChosen.current = false
    const part = document.getElementById(`side-${shown}`)
    const end = list.current?.getBoundingClientRect().bottom
    if (part && end !== undefined && part.getBoundingClientRect().top < end) part.scrollIntoView()
  }, [shown])

  function choose(part: SidePart): void {
    isChosen.current = part !== shown
    onChoose(part)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // The style sheet hides the tab of the comments on a wide page.
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])].filter(
      (tab) => tab.getClientRects().length > 0,
    )
    const at = tabs.findIndex((tab) => tab.dataset.part === shown)
    const tab = tabs[tabAfterKey(event, at, tabs.length) ?? -1]
    const part = offered.find((each) => each === tab?.dataset.part)
    if (!part) return
    event.preventDefault()
    choose(part)
    tab?.focus({ preventScroll: true })
  }

  return (
    <div ref={list} className="side-tabs" role="tablist" aria-labelledby="side-title" onKeyDown={handleKeyDown}>
      {offered.map((part) => (
        <button
          key={part}
          type="button"
          id={`side-tab-${part}`}
          data-part={part}
          role="tab"
          aria-selected={part === shown}
          aria-controls={part === shown ? `side-${part}` : undefined}
          tabIndex={part === shown ? 0 : -1}
          onClick={() => choose(part)}
        >
          {names[part]}
        </button>
      ))}
    </div>
  )
}
