import { auditPath, auditUrl } from '#app/console/audit-url.ts'
import { ConsolePages } from '#app/console/console-pages.tsx'
import { requireConsole } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { type AuditItem, loadAudit } from '#app/console/load-audit.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatMoment } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/admin-audit'

export const meta: Route.MetaFunction = () => consoleHead('Audit log')

export function loader({ context, url }: Route.LoaderArgs) {
  requireConsole(context)
  return loadAudit(context, url)
}

export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  const { items, about, nextCursor, isFirst } = loaderData
  return (
    <>
      <div className="console-head cluster spread">
        <div>
          <h1>Audit log</h1>
          <p className="muted">
            Who did what, to whom, and why. Entries are never changed or removed. Times are in UTC.
          </p>
        </div>
        {about !== null && (
          <p className="muted">
            {items[0] ? `About ${items[0].subject} only` : 'About one subject only'} ·{' '}
            <Link className="link" to={auditPath}>
              Show All Entries
            </Link>
          </p>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState pose="sleep" title="No entries yet">
          <p>
            {about === null
              ? 'Decisions and changes to roles, quotas, badges and suspensions appear here.'
              : 'Nothing has been decided about this, and nobody has changed it from the console.'}
          </p>
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
            first={isFirst ? null : auditUrl({ subject: about })}
            next={nextCursor === null ? null : auditUrl({ subject: about, cursor: nextCursor })}
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
