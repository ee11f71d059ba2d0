import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'

interface PopoverMenuProps {
  id: string
  /** Name of the landmark; the button reads 'Menu'. */
  name: string
  children: ReactNode
}

/** Links behind a button, on small screens. A popover: it opens, closes and handles Esc without scripts. */
export function PopoverMenu({ id, name, children }: PopoverMenuProps) {
  const menu = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const lastKey = useRef(key)
  // Closes on navigation only: the menu may have been opened before hydration.
  useEffect(() => {
    if (lastKey.current !== key) menu.current?.hidePopover()
    lastKey.current = key
  }, [key])
  return (
    <>
      <button type="button" className="icon-button" popoverTarget={id} aria-label="Menu">
        <Icon name="menu" />
      </button>
      <nav ref={menu} id={id} popover="auto" className="menu-card" aria-label={name}>
        {children}
      </nav>
    </>
  )
}
