import { Form } from 'react-router'
import { formatStorage, roleNames, suspendedState } from '#app/messages/administration.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { formatCount, formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { AccountItem } from './account-item.ts'
import { type AccountsView, accountsUrl } from './accounts-url.ts'

interface RowProps {
  account: AccountItem
  view: AccountsView
}

/** One account with the controls that change it; a card on small screens. */
export function AccountRow({ account, view }: RowProps) {
  const { name, email, avatarUrl, episodeCount, createdAt, suspension } = account
  return (
    <tr className={suspension ? 'is-suspended' : undefined}>
      <th scope="row" className="console-account">
        <span className="console-person row gap-3">
          <Avatar name={name} url={avatarUrl} size="small" />
          <span>
            <b title={name}>{name}</b>
            {name !== email && <small title={email}>{email}</small>}
          </span>
        </span>
      </th>
      <td data-label="Role">
        <RoleCell account={account} view={view} />
      </td>
      <td data-label="Quota">
        <QuotaCell account={account} view={view} />
      </td>
      <td data-label="Episodes" className="console-number">
        {formatCount(episodeCount)}
      </td>
      <td data-label={suspension ? 'State' : 'Joined'} className="muted">
        {suspension ? (
          <span className="console-state">{suspendedState(suspension.until)}</span>
        ) : (
          <time dateTime={createdAt.toISOString()}>{formatDate(createdAt)}</time>
        )}
      </td>
      <td data-label="Founding Creator">
        <BadgeCell account={account} view={view} />
      </td>
      <td className="console-act">
        <SuspensionCell account={account} view={view} />
      </td>
    </tr>
  )
}

function RoleCell({ account, view }: RowProps) {
  const { uid, name, role, mayChange } = account
  if (!mayChange) return <span>{roleNames[role]}</span>
  return (
    <Link
      className="console-slot inline-row"
      to={accountsUrl(view, { sheet: 'role', of: uid })}
      aria-label={`${roleNames[role]}, role of ${name}`}
      preventScrollReset
    >
      {roleNames[role]}
      <Icon name="down" />
    </Link>
  )
}

/** Nearly full, in words as well as in colour. */
const NEARLY_FULL = 0.85

function QuotaCell({ account, view }: RowProps) {
  const { uid, name, usedBytes, quotaBytes, mayChange } = account
  const share = quotaBytes === 0 ? 0 : Math.min(1, usedBytes / quotaBytes)
  const text = formatStorage(usedBytes, quotaBytes)
  const meter = (
    <>
      <span className={share >= NEARLY_FULL ? 'console-meter is-high' : 'console-meter'} aria-hidden="true">
        <svg aria-hidden="true" viewBox="0 0 100 8" width="100" height="8" preserveAspectRatio="none">
          <rect width={share * 100} height="8" />
        </svg>
      </span>
      <span className="console-amount">{text}</span>
    </>
  )
  if (!mayChange) return <span className="console-quota">{meter}</span>
  return (
    <Link
      className="console-quota"
      to={accountsUrl(view, { sheet: 'quota', of: uid })}
      aria-label={`${text}, quota of ${name}`}
      preventScrollReset
    >
      {meter}
    </Link>
  )
}

function BadgeCell({ account, view }: RowProps) {
  const { uid, name, isCreator, founderBadge, mayChange } = account
  if (!isCreator) return <span className="muted small">Creators only</span>
  if (!mayChange) return founderBadge ? <Seal /> : <span className="muted small">No</span>
  return (
    <Form method="post" action={accountsUrl(view)} preventScrollReset className="row gap-3">
      <input type="hidden" name="intent" value="badge" />
      <input type="hidden" name="uid" value={uid} />
      <input type="hidden" name="founderBadge" value={founderBadge ? 'off' : 'on'} />
      <button
        type="submit"
        role="switch"
        aria-checked={founderBadge}
        aria-label={`Founding Creator, ${name}`}
        className="console-switch"
      />
      {founderBadge && <Seal />}
    </Form>
  )
}

/** The seal alone: the column says what it means. */
function Seal() {
  return (
    <span className="seal inline-row">
      <b lang="ja" aria-hidden="true">
        星
      </b>
    </span>
  )
}

function SuspensionCell({ account, view }: RowProps) {
  const { uid, name, suspension, maySuspend } = account
  if (!maySuspend) return null
  if (suspension)
    return (
      <Form method="post" action={accountsUrl(view)} preventScrollReset>
        <input type="hidden" name="intent" value="restore" />
        <input type="hidden" name="uid" value={uid} />
        <button type="submit" className="button button-small" aria-label={`Reinstate ${name}`}>
          Reinstate
        </button>
      </Form>
    )
  return (
    <Link
      className="button button-small button-danger"
      to={accountsUrl(view, { sheet: 'suspend', of: uid })}
      aria-label={`Suspend ${name}`}
      preventScrollReset
    >
      Suspend
    </Link>
  )
}
