import { useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { callApi } from '#app/http/api-client.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { LoadingMessage } from '#app/ui/loading.tsx'
import type { NotificationItem } from './notification-item.ts'
import { NoNotifications, NotificationList } from './notification-list.tsx'

interface PageData {
  list: { items: NotificationItem[] }
  unread: number
  digest: string
}

const LENGTH = 6

/** The newest notifications, loaded when the panel opens and whenever their number changes. Opening it marks nothing as read. */
export default function BellPanel({ unread }: { unread: number }) {
  const { data, load } = useFetcher<PageData>()
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number means another list
  useEffect(() => void load('/notifications'), [load, unread])
  async function markRead(upTo: string): Promise<void> {
    await callApi('POST', '/me/notifications/read', { json: { upTo } }).catch(() => {})
    // Shows the notifications as stored now, whether or not that worked.
    await revalidate()
  }

  const items = data?.list.items.slice(0, LENGTH) ?? []
  const [newest] = items
  return (
    <>
      <div className="bell-head row">
        <h2>Notifications</h2>
        <span className="muted figures">{unread > 0 && `${unread} unread`}</span>
        {newest && unread > 0 && (
          <button
            type="button"
            className="button button-text button-small bell-read"
            onClick={() => void markRead(newest.id)}
          >
            <Icon name="check" />
            Mark All as Read
          </button>
        )}
      </div>
      {data === undefined ? (
        <LoadingMessage>Loading...</LoadingMessage>
      ) : items.length === 0 ? (
        <NoNotifications />
      ) : (
        <NotificationList items={items} />
      )}
      <div className="bell-end">
        <Link className="button button-text button-small" to="/notifications">
          See All
        </Link>
        <Link className="button button-text button-small" to="/settings/notifications">
          {data === undefined || data.digest === 'off' ? 'Settings' : `Email: ${data.digest} digest`}
        </Link>
      </div>
    </>
  )
}
