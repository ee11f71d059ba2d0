import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { followUnread } from '#app/community/live-unread.ts'
import type { RootData } from '#app/http/current-user.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { LoadingMessage } from '#app/ui/loading.tsx'

type BellPanelModule = typeof import('#app/community/bell-panel.tsx')

/** Widths at which the notifications are a page of their own. */
const narrow = '(max-width: 919px)'

/**
 * The number of unread notifications. A link to their page; with scripts it moves live and, where there is space, opens
 * a panel.
 */
export function Bell() {
  const unread = useUnread()
  const [isOpen, setOpen] = useState(false)
  const [loaded, setLoaded] = useState<BellPanelModule | 'failed' | null>(null)
  const panel = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  useCloseOnNavigation(panel)

  function toggle(event: MouseEvent): void {
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey
    if (isElsewhere || matchMedia(narrow).matches || !panel.current?.showPopover) return
    event.preventDefault()
    // The press that opened this click has closed the panel already.
    if (!wasOpen.current) {
      panel.current.showPopover()
      import('#app/community/bell-panel.tsx').then(setLoaded, () => setLoaded('failed'))
    }
    wasOpen.current = false
  }

  return (
    <>
      <Link
        className="icon-button bell"
        to="/notifications"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        onPointerDown={() => {
          wasOpen.current = isOpen
        }}
        onClick={toggle}
      >
        <Icon name="bell" />
        {/* Its text is generated: the name of the link says the exact number. */}
        {unread > 0 && <span className="bell-count middle figures" data-count={unread > 9 ? '9+' : unread} />}
      </Link>
      <section
        ref={panel}
        className="bell-panel"
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        tabIndex={-1}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'open') panel.current?.focus()
        }}
      >
        {isOpen && <PanelContent loaded={loaded} unread={unread} />}
      </section>
    </>
  )
}

function PanelContent({ loaded, unread }: { loaded: BellPanelModule | 'failed' | null; unread: number }) {
  if (loaded === null) return <LoadingMessage>Loading...</LoadingMessage>
  if (loaded !== 'failed') return <loaded.default unread={unread} />
  return (
    <div className="bell-failed">
      <ErrorMessage>Notifications could not be loaded.</ErrorMessage>
      <a className="button button-small" href="/notifications">
        Open Notifications
      </a>
    </div>
  )
}

/** The number in the page, or the last one that the server has sent since. */
function useUnread(): number {
  const root = useRouteLoaderData<RootData>('root')
  const [live, setLive] = useState<{ count: number; since: RootData | undefined } | null>(null)
  const latestRoot = useRef(root)
  latestRoot.current = root
  useEffect(() => followUnread((count) => setLive({ count, since: latestRoot.current })), [])
  return live !== null && live.since === root ? live.count : (root?.unread ?? 0)
}

function useCloseOnNavigation(panel: { readonly current: HTMLElement | null }): void {
  const { key } = useLocation()
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current !== key && panel.current?.matches(':popover-open')) panel.current.hidePopover()
    lastKey.current = key
  }, [key, panel])
}
