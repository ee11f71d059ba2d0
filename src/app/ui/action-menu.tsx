import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { useClosingDetails } from './use-closing-details.ts'

interface ActionMenuProps {
  name: string
  /** Where its items need scripts, all of it does. */
  needsScripts?: boolean
  /** Items, each a row of the list. */
  children: ReactNode
}

/** A menu of the actions on one thing. Opens without scripts; Esc, a choice and a click elsewhere close it. */
export function ActionMenu({ name, needsScripts = false, children }: ActionMenuProps) {
  const details = useClosingDetails()
  return (
    <details className={needsScripts ? 'action-menu needs-scripts' : 'action-menu'} ref={details}>
      <summary className="icon-button" aria-label={name}>
        <Icon name="more" />
      </summary>
      <ul className="action-menu-list">{children}</ul>
    </details>
  )
}

interface MenuFormProps {
  icon: IconName
  name: string
  action: string
  /** The fields that the form posts. */
  fields: Readonly<Record<string, string>>
  onChoose: () => void
}

/** An item that changes something at once: a form without scripts. */
export function MenuForm({ icon, name, action, fields, onChoose }: MenuFormProps) {
  return (
    <li>
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          onChoose()
        }}
      >
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <button type="submit">
          <Icon name={icon} />
          {name}
        </button>
      </form>
    </li>
  )
}

interface MenuLinkProps {
  icon: IconName
  name: string
  href: string
  rel?: string
  isDangerous?: boolean
  onChoose: () => void
}

/** An item that opens something on the page: a link without scripts. */
export function MenuLink({ icon, name, href, rel, isDangerous = false, onChoose }: MenuLinkProps) {
  return (
    <li>
      <a
        href={href}
        rel={rel}
        className={isDangerous ? 'is-dangerous' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onChoose()
        }}
      >
        <Icon name={icon} />
        {name}
      </a>
    </li>
  )
}

/** An item that keeps a file. */
export function MenuDownload({ href }: { href: string }) {
  return (
    <li>
      <a href={href} download>
        <Icon name="download" />
        Download
      </a>
    </li>
  )
}

interface MenuButtonProps {
  icon: IconName
  name: string
  isDangerous?: boolean
  /** Whether it is of use with a keyboard only. */
  needsKeyboard?: boolean
  onChoose(): void
}

/** An item that needs scripts. */
export function MenuButton({ icon, name, isDangerous = false, needsKeyboard = false, onChoose }: MenuButtonProps) {
  return (
    <li className={needsKeyboard ? 'needs-scripts needs-keyboard' : 'needs-scripts'}>
      <button type="button" className={isDangerous ? 'is-dangerous' : undefined} onClick={onChoose}>
        <Icon name={icon} />
        {name}
      </button>
    </li>
  )
}
