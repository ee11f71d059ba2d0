import { Form } from 'react-router'
import { toNotificationItem } from '#app/community/notification-item.ts'
import { NoNotifications, NotificationList } from '#app/community/notification-list.tsx'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { useLoadMore } from '#app/episodes/use-load-more.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom, refusePage } from '#app/http/refused.server.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/notifications'

export const meta: Route.MetaFunction = () =>
  head('Notifications', 'Replies, comments, likes and new episodes on Hoshi.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = requireAccount({ context, url })
  const { community } = context.get(hoshiContext)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [page, { digest }] = await Promise.all([
    community.notifications(account, { cursor }).catch(refusePage),
    community.notificationSettings(account),
  ])
  const now = new Date()
  const items = page.notifications.map((notification) => toNotificationItem(notification, now))
  return { list: { items, nextCursor: page.nextCursor }, unread: page.unread, digest }
}

/** Marks everything up to the given notification as read. */
export async function action({ request, context }: Route.ActionArgs) {
  const { account } = context.get(pageRequestContext)
  if (!account) throw redirectTo('/login?next=/notifications')
  const form = await readForm(request)
  const upTo = form.get('upTo')
  if (upTo === null) refusePartialForm()
  try {
    await context.get(hoshiContext).community.markRead(account, String(upTo))
  } catch (thrown) {
    // The notification was removed in the meantime; the page shows the present list.
    if (refusedFrom(thrown).refused.code !== 'community.notification_not_found') throw thrown
  }
  return redirectTo('/notifications')
}

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const path = '/notifications'
  const { items, nextCursor, isLoading, loadMore } = useLoadMore(path, loaderData.list)
  const [newest] = items
  return (
    <div className="wrap page notifications-page">
      <div className="notifications-head row cluster">
        <h1>Notifications</h1>
        <p className="muted figures">{loaderData.unread > 0 && `${loaderData.unread} unread`}</p>
        <div className="notifications-actions cluster">
          {newest && loaderData.unread > 0 && (
            <Form method="post">
              <input type="hidden" name="upTo" value={newest.id} />
              <button type="submit" className="button button-small">
                <Icon name="check" />
                Mark All as Read
              </button>
            </Form>
          )}
          <Link className="button button-text button-small" to="/settings/notifications">
            {loaderData.digest === 'off' ? 'Settings' : `Email: ${loaderData.digest} digest`}
          </Link>
        </div>
      </div>
      {items.length === 0 ? (
        <NoNotifications />
      ) : (
        <div className="panel notification-panel">
          <NotificationList items={items} />
        </div>
      )}
      <LoadMore path={path} cursor={nextCursor} isLoading={isLoading} loadMore={loadMore} />
    </div>
  )
}
