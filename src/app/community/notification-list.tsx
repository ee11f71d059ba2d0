import { Avatar } from '#app/ui/avatar.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { NotificationItem, QuotePart } from './notification-item.ts'

/** A person's notifications, newest first; unread ones are marked. */
export function NotificationList({ items }: { items: NotificationItem[] }) {
  return (
    <ol className="notification-list">
      {items.map((item) => (
        <li key={item.id} className={item.read ? 'notification-item' : 'notification-item notification-unread'}>
          {item.who === '' ? (
            <span className="notification-icon middle" aria-hidden="true">
              <Icon name={item.icon} />
            </span>
          ) : (
            <Avatar name={item.who} url={item.avatarUrl} size="small" />
          )}
          <div className="notification-text">
            <Link className="notification-link" to={item.path}>
              {!item.read && <span className="visually-hidden">Unread: </span>}
              {item.who !== '' && <b>{item.who}</b>}
              {item.did}
              {item.what !== '' && <b>{item.what}</b>}
              {item.end}
            </Link>
            {item.quote.length > 0 && <Quote parts={item.quote} />}
            <p className="notification-kind row cluster muted">
              <Icon name={item.icon} />
              <span>{item.kindName}</span>
              <span aria-hidden="true">·</span>
              <time dateTime={item.at.toISOString()}>{item.age}</time>
            </p>
          </div>
          {item.poster !== null && <img src={item.poster} alt="" width="84" height="47" loading="lazy" />}
        </li>
      ))}
    </ol>
  )
}

/** A comment or a review whose times are links. They load the page, so that it starts there also when it is open already. */
function Quote({ parts }: { parts: QuotePart[] }) {
  return (
    <p className="notification-quote">
      {parts.map(({ text, path }, at) =>
        path === null ? (
          text
        ) : (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
            key={at}
            className="timecode inline-row gap-1"
            to={path}
            aria-label={`Play from ${text}`}
            reloadDocument
          >
            {text}
          </Link>
        ),
      )}
    </p>
  )
}

/** Shown when there is nothing in the list. */
export function NoNotifications() {
  return (
    <EmptyState pose="sleep" title="No notifications yet">
      <p>New episodes, replies and comments on your episodes appear here.</p>
    </EmptyState>
  )
}
