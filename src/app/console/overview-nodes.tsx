import { nodeRoles } from '#app/messages/overview.ts'
import { formatMoment } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { OverviewPage } from './load-overview.server.ts'

export function NodesPanel({ nodes }: Pick<OverviewPage, 'nodes'>) {
  return (
    <section className="panel overview-nodes" aria-labelledby="overview-nodes">
      <h2 id="overview-nodes">Nodes</h2>
      <table className="console-table">
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">Status</th>
            <th scope="col">Version</th>
            <th scope="col">Started</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ id, name, role, version, startedAt, seenAt, isSilent }) => (
            <tr key={id}>
              <th scope="row">
                <b>{name}</b>
                <small>{nodeRoles[role]}</small>
              </th>
              <td data-label="Status">
                <span
                  className={isSilent ? 'overview-state inline-row small is-silent' : 'overview-state inline-row small'}
                >
                  <Icon name={isSilent ? 'warn' : 'check'} />
                  {isSilent ? `Not responding since ${formatMoment(seenAt)}` : 'Running'}
                </span>
              </td>
              <td data-label="Version">{version}</td>
              <td data-label="Started" className="muted">
                <time dateTime={startedAt.toISOString()}>{formatMoment(startedAt)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function VersionsPanel({ versions }: Pick<OverviewPage, 'versions'>) {
  const { hoshi, database, schema, ffmpeg, node } = versions
  const rows = [
    ['Hoshi', hoshi],
    ['PostgreSQL', `${database}, schema ${schema}`],
    ['ffmpeg', ffmpeg ?? 'Not on this node'],
    ['Node.js', node],
  ] as const
  return (
    <section className="panel overview-versions" aria-labelledby="overview-versions">
      <h2 id="overview-versions">Versions</h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
