import { Form } from 'react-router'
import { requireAdmin } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { loadIntegrity } from '#app/console/load-integrity.server.ts'
import { integrityPath } from '#app/console/places.ts'
import { hoshiContext } from '#app/http/context.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorMessage, SuccessMessage } from '#app/ui/field.tsx'
import { formatCount, formatMoment } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Route } from './+types/admin-integrity'

export const meta: Route.MetaFunction = () => consoleHead('Integrity')

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdmin(context)
  return loadIntegrity(context, url)
}

export async function action({ context }: Route.ActionArgs) {
  requireAdmin(context)
  await context.get(hoshiContext).administration.integrity.check()
  return redirectTo(`${integrityPath}?started`)
}

export default function AdminIntegrity({ loaderData }: Route.ComponentProps) {
  const { isUnderWay, news, last } = loaderData
  return (
    <>
      <div className="console-head cluster spread">
        <div>
          <h1>Integrity</h1>
          <p className="muted">
            A check compares the database with the stored files. It changes nothing; npm run audit repairs. Times are in
            UTC.
          </p>
        </div>
        <Form method="post" action={integrityPath} preventScrollReset>
          <button type="submit" className="button" disabled={isUnderWay}>
            <Icon name="refresh" />
            Start a check
          </button>
        </Form>
      </div>
      {news && <SuccessMessage>{news}</SuccessMessage>}
      {last ? (
        <LastCheck {...last} />
      ) : (
        <EmptyState pose="sleep" title="Nothing was checked yet">
          <p>What a check finds appears here: files that are missing, different or orphaned.</p>
        </EmptyState>
      )}
    </>
  )
}

type Last = NonNullable<Awaited<ReturnType<typeof loadIntegrity>>['last']>

function LastCheck({ startedAt, hasFailed, words, counts, findings, unlistedCount }: Last) {
  return (
    <>
      <section className="panel console-check" aria-labelledby="last-check">
        <h2 id="last-check">
          {'Checked '}
          <time dateTime={startedAt.toISOString()}>{formatMoment(startedAt)}</time>
        </h2>
        {hasFailed ? <ErrorMessage>{words}</ErrorMessage> : <p>{words}</p>}
        {!hasFailed && (
          <ul>
            {counts.map(({ name, meaning, count }) => (
              <li key={name}>
                <b>{`${name}: ${formatCount(count ?? 0)}`}</b> <span className="muted">{meaning}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {findings.length > 0 && (
        <div className="panel console-table-panel">
          <table className="console-table">
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">Found</th>
                <th scope="col">How</th>
              </tr>
            </thead>
            <tbody>
              {findings.map(({ key, kind, note }) => (
                <tr key={`${kind} ${key} ${note}`}>
                  <th scope="row" className="console-words">
                    {key}
                  </th>
                  <td data-label="Found">{kind}</td>
                  <td data-label="How" className="console-words">
                    {note}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {unlistedCount > 0 && <p className="muted">{`… and ${formatCount(unlistedCount)} more: npm run audit.`}</p>}
        </div>
      )}
    </>
  )
}
