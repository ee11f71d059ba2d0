import { type KeyboardEvent, type ToggleEvent, useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { useScripts } from '#app/ui/use-scripts.ts'
import { menuOptions } from './filters.ts'

const MENU = 'genre-menu'

/** Opens the menu; reads what is chosen in it. */
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
 * The genres: a popover, and each option a submit button of the form around it. It opens, closes and filters without
 * scripts; with them, arrows move through it as through any list of options.
 */
export function GenreMenu({ genre }: { genre: string | null }) {
  const menu = useRef<HTMLDivElement>(null)
  const scriptsRun = useScripts()
  const options = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]

  const toggled = (event: ToggleEvent) => {
    if (event.newState !== 'open') return
    const all = options()
    const start = all.find((option) => option.ariaSelected === 'true') ?? all[0]
    start?.focus()
  }

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return menu.current?.hidePopover()
    const to = optionAt(event.key, options())
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    to.focus()
  }

  return (
    <div
      ref={menu}
      id={MENU}
      popover="auto"
      className="genre-menu"
      role="listbox"
      aria-label="Genre"
      onToggle={toggled}
      onKeyDown={pressed}
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
            tabIndex={scriptsRun ? -1 : undefined}
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

/** Where a key leads from the option that has the focus; undefined when it leads nowhere. */
function optionAt(key: string, options: HTMLElement[]): HTMLElement | undefined {
  const at = options.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return options[Math.min(at + 1, options.length - 1)]
  if (key === 'ArrowUp') return options[Math.max(at - 1, 0)]
  if (key === 'Home') return options[0]
  if (key === 'End') return options.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const following = [...options.slice(at + 1), ...options.slice(0, at + 1)]
  return following.find((option) => option.textContent?.toLowerCase().startsWith(key.toLowerCase()))
}
