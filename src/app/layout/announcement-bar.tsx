import { type FormEvent, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { RootData } from '#app/http/current-user.ts'
import { Icon } from '#app/ui/icon.tsx'

/** The site's announcement, on top of every page until the visitor closes it. */
export function AnnouncementBar() {
  const announcement = useRouteLoaderData<RootData>('root')?.announcement ?? null
  const { pathname, search } = useLocation()
  const [closed, setClosed] = useState<string | null>(null)
  if (!announcement || announcement.id === closed) return null
  const { id, text } = announcement

  /** Leaves the page as it is. Where the cookie cannot be set, the text is there again on the next page. */
  function close(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setClosed(id)
    const body = new URLSearchParams({ announcement: id })
    fetch(event.currentTarget.action, { method: 'POST', body, redirect: 'manual' }).catch(() => {})
  }

  return (
    <section className="announcement" aria-label="Announcement">
      <div className="wrap">
        <Icon name="info" />
        <p role="status">{text}</p>
        <form method="post" action={`/announcement?next=${encodeURIComponent(pathname + search)}`} onSubmit={close}>
          <input type="hidden" name="announcement" value={id} />
          <button type="submit" className="icon-button" aria-label="Close announcement">
            <Icon name="x" />
          </button>
        </form>
      </div>
    </section>
  )
}
