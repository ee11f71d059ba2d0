import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useCurrentUser } from '#app/http/current-user.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Link } from '#app/ui/link.tsx'
import { accountLinks } from './nav-links.ts'

/** The avatar with the pages of one's own account. It opens and closes without scripts, which add keys and closing. */
export function AccountMenu() {
  const user = useCurrentUser()
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const lastKey = useRef(key)
  // Closes on navigation only: the menu may have been opened before hydration.
  useEffect(() => {
    if (lastKey.current !== key) menu.current?.removeAttribute('open')
    lastKey.current = key
  }, [key])
  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) menu.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])
  if (!user) return null

  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.removeAttribute('open')
  }

  return (
    <details ref={menu} className="account-menu" onKeyDown={handleKey} onBlur={closeWhenLeft}>
      <summary aria-label="Account">
        <Avatar name={user.name} url={user.avatarUrl} size="small" />
      </summary>
      <nav className="account-card" aria-label="Account">
        {accountLinks(user).map(({ to, name }) => (
          <Link key={to} to={to}>
            {name}
          </Link>
        ))}
      </nav>
    </details>
  )
}

/** Escape closes and returns to the avatar; the arrows open the menu and move through it, Home and End to its ends. */
function handleKey(event: KeyboardEvent<HTMLDetailsElement>): void {
  const menu = event.currentTarget
  if (event.key === 'Escape' && menu.open) {
    menu.open = false
    menu.querySelector('summary')?.focus()
    return
  }
  const links: Element[] = [...menu.querySelectorAll('a')]
  const at = document.activeElement ? links.indexOf(document.activeElement) : -1
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? links.length - 1 : at - 1,
    ...(menu.open && { Home: 0, End: links.length - 1 }),
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  menu.open = true
  const link = links[(target + links.length) % links.length]
  if (link instanceof HTMLElement) link.focus()
}
