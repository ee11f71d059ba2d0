import { type KeyboardEvent, type ToggleEvent, useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { menuOptions } from './filters.ts'

const MENU = 'genre-menu'

/** Opens the menu; shows the chosen genre. */
export function GenreButton({ genre }: { genre: string | null }) {
  return (
    <button
      type="button"
      className="button filters-genre"
      popoverTarget={MENU}
      aria-haspopup="listbox"
      onKeyDown={openByArrow}
    >
      <span>{genre ?? 'Filter by Genre'}</span>
      <Icon name="down" />
    </button>
  )
}

function openByArrow(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  document.getElementById(MENU)?.showPopover()
}

/**
 * The popover of genres; each option is a submit button of the form around it. It opens, closes and filters without
 * scripts; with scripts, arrow keys move through it as in any listbox.
 */
export function GenreMenu({ genre }: { genre: string | null }) {
  const menu = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()
  const options = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]

  const handleToggle = (event: ToggleEvent) => {
    if (event.newState !== 'open') return
    const all = options()
    const start = all.find((option) => option.ariaSelected === 'true') ?? all[0]
    start?.focus()
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return menu.current?.hidePopover()
    const target = optionAt(event.key, options())
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    target.focus()
  }

  return (
    <div
      ref={menu}
      id={MENU}
      popover="auto"
      className="genre-menu"
      role="listbox"
      aria-label="Genre"
      onToggle={handleToggle}
      onKeyDown={handleKeyDown}
    >
      {menuOptions.map((name) => {
        const isChosen = name === (genre ?? 'All')
        return (
          <button
            key={name}
            type="submit"
            role="option"
            name="genre"
            value={name === 'All' ? '' : name}
            aria-selected={isChosen}
            tabIndex={isHydrated ? -1 : undefined}
            onClick={() => menu.current?.hidePopover()}
          >
            {name}
            {isChosen && <Icon name="check" />}
          </button>
        )
      })}
    </div>
  )
}

/** The option that a key moves the focus to; undefined for any other key. */
function optionAt(key: string, options: HTMLElement[]): HTMLElement | undefined {
  const index = options.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return options[Math.min(index + 1, options.length - 1)]
  if (key === 'ArrowUp') return options[Math.max(index - 1, 0)]
  if (key === 'Home') return options[0]
  if (key === 'End') return options.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const following = [...options.slice(index + 1), ...options.slice(0, index + 1)]
  return following.find((option) => option.textContent?.toLowerCase().startsWith(key.toLowerCase()))
}
