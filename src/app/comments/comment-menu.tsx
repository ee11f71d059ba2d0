import { type ReactNode, useEffect, useRef } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'

/** A menu of the actions on one comment or note. Opens without scripts; Esc and a click elsewhere close it. */
export function CommentMenu({ name, children }: { name: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = details.current
    if (!element) return
    const { signal, abort } = withAbort()
    document.addEventListener(
      'click',
      ({ target }) => {
        // A click inside has done its work by then.
        const isOpener = target instanceof Node && element.querySelector('summary')?.contains(target)
        if (!isOpener) element.open = false
      },
      { signal },
    )
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !element.open) return
        element.open = false
        element.querySelector('summary')?.focus()
      },
      { signal },
    )
    return abort
  }, [])
  return (
    <details className="comment-menu" ref={details}>
      <summary className="icon-button" aria-label={name}>
        <Icon name="more" />
      </summary>
      <ul className="comment-menu-list">{children}</ul>
    </details>
  )
}

function withAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

interface MenuFormProps {
  icon: IconName
  name: string
  action: string
  intent: string
  comment: string
  onChoose: () => void
}

/** An item that changes something at once: a form without scripts. */
export function MenuForm({ icon, name, action, intent, comment, onChoose }: MenuFormProps) {
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
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="comment" value={comment} />
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
  isDangerous?: boolean
  onChoose: () => void
}

/** An item that opens something at the comment: a link without scripts. */
export function MenuLink({ icon, name, href, isDangerous = false, onChoose }: MenuLinkProps) {
  return (
    <li>
      <a
        href={href}
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
