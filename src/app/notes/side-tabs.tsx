import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { tabAfterKey } from '#app/ui/tab-keys.ts'
import { type SidePart, sideParts } from './remembered-side-part.ts'

interface SideTabsProps {
  names: Record<SidePart, ReactNode>
  chosen: SidePart
  onChoose(part: SidePart): void
}

export function SideTabs({ names, chosen, onChoose }: SideTabsProps) {
  const list = useRef<HTMLDivElement>(null)

  function handleKeyDown(event: KeyboardEvent): void {
    const part = sideParts[tabAfterKey(event, sideParts.indexOf(chosen), sideParts.length) ?? -1]
    if (!part) return
    event.preventDefault()
    onChoose(part)
    list.current?.querySelector<HTMLElement>(`#side-tab-${part}`)?.focus()
  }
  return (
    <div ref={list} className="side-tabs" role="tablist" aria-labelledby="side-title" onKeyDown={handleKeyDown}>
      {sideParts.map((part) => (
        <button
          key={part}
          type="button"
          id={`side-tab-${part}`}
          role="tab"
          aria-selected={part === chosen}
          aria-controls={part === chosen ? `side-${part}` : undefined}
          tabIndex={part === chosen ? 0 : -1}
          onClick={() => onChoose(part)}
        >
          {names[part]}
        </button>
      ))}
    </div>
  )
}
