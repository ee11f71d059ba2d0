import { ConsolePages } from '#app/console/console-pages.tsx'
import { requireConsole } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { type AuditItem, loadAudit } from '#app/console/load-audit.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatMoment } from '#app/ui/format.ts'
import type { Route } from './+types/admin-audit'

const path = '/admin/audit'

export const meta: Route.MetaFunction = () => consoleHead('Audit log')

export function loader({ context, url }: Route.LoaderArgs) {
  requireConsole(context)
  return loadAudit(context, url)
}

export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  const { items, nextCursor, isFirst } = loaderData
  return (
    <>
      <div className="console-head">
        <div>
          <h1>Audit log</h1>
          <p className="muted">
            Who did what, to whom, and why. Entries are never changed or removed. Times are in UTC.
          </p>
        </div>
      </div>
      {items.length === 0 ? (
        <EmptyState pose="sleep" title="No entries yet">
          <p>Decisions and changes to roles, quotas, badges and suspensions appear here.</p>
        </EmptyState>
      ) : (
        <div className="panel console-table-panel">
          <table className="console-table console-log">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Subject</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Entry key={item.id} {...item} />
              ))}
            </tbody>
          </table>
          <ConsolePages
            newest={isFirst ? null : path}
            older={nextCursor === null ? null : `${path}?cursor=${encodeURIComponent(nextCursor)}`}
          />
        </div>
      )}
    </>
  )
}

function Entry({ at, actor, act, change, subject, reason }: AuditItem) {
  return (
    <tr>
      <td data-label="When" className="muted">
        <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
      </td>
      <td data-label="Who">{actor ?? 'Command line'}</td>
      <th scope="row">
        <b>{act}</b>
        {change !== '' && <small>{change}</small>}
      </th>
      <td data-label="Subject">{subject}</td>
      <td data-label="Reason" className="console-words">
        {reason}
      </td>
    </tr>
  )
}
