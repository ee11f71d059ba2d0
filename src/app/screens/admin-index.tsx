import { Form } from 'react-router'
import { requireConsole } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { loadOverview } from '#app/console/load-overview.server.ts'
import { OverviewCards } from '#app/console/overview-cards.tsx'
import { JobsPanel, StoragePanel } from '#app/console/overview-machine.tsx'
import { NodesPanel, VersionsPanel } from '#app/console/overview-nodes.tsx'
import { overviewPath } from '#app/console/places.ts'
import { upFor } from '#app/messages/overview.ts'
import { formatMoment } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/admin-index'
import '../styles/console-overview.css'

export const meta: Route.MetaFunction = () => consoleHead('Overview')

export function loader({ context }: Route.LoaderArgs) {
  return loadOverview(context, requireConsole(context))
}

export default function AdminIndex({ loaderData }: Route.ComponentProps) {
  const { wrong, machine, nodes, versions, now } = loaderData
  const [oldest] = nodes
  return (
    <>
      <div className="console-head cluster spread">
        <div>
          <h1>Overview</h1>
          <p className="muted">
            {oldest && `${upFor(oldest.startedAt, now)} · `}
            <time dateTime={now.toISOString()}>{formatMoment(now)}</time> UTC
          </p>
        </div>
        <Form action={overviewPath}>
          <button type="submit" className="button">
            <Icon name="refresh" />
            Refresh Data
          </button>
        </Form>
      </div>
      {wrong.length > 0 && (
        <ul className="overview-wrong stack" aria-label="Current problems">
          {wrong.map(({ text, to }) => (
            <li key={text}>
              <Icon name="warn" />
              <span>{text}</span>
              {to && (
                <Link className="button button-small" to={to}>
                  View Jobs
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      <OverviewCards data={loaderData} />
      {machine && (
        <div className="overview-row">
          <StoragePanel storage={machine.storage} backups={machine.backups} />
          <JobsPanel jobs={machine.jobs} failures={machine.failures} />
        </div>
      )}
      <div className="overview-row is-uneven">
        <NodesPanel nodes={nodes} />
        <VersionsPanel versions={versions} />
      </div>
    </>
  )
}
