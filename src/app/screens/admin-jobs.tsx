import { ConsolePages } from '#app/console/console-pages.tsx'
import { requireAdmin } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { type JobItem, loadJobs } from '#app/console/load-jobs.server.ts'
import { jobsPath } from '#app/console/places.ts'
import { RetryJob } from '#app/console/retry-job.tsx'
import { hoshiContext } from '#app/http/context.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedForm } from '#app/http/refused.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorMessage, SuccessMessage } from '#app/ui/field.tsx'
import { formatCount, formatMoment } from '#app/ui/format.ts'
import type { Route } from './+types/admin-jobs'

export const meta: Route.MetaFunction = () => consoleHead('Jobs')

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdmin(context)
  return loadJobs(context, url)
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const job = (await readForm(request)).get('job')
  if (typeof job !== 'string') refusePartialForm()
  try {
    await context.get(hoshiContext).administration.jobs.retry(admin, job)
  } catch (thrown) {
    return refusedForm(thrown, null)
  }
  return redirectTo(`${jobsPath}?done`)
}

export default function AdminJobs({ loaderData, actionData }: Route.ComponentProps) {
  const { items, nextCursor, isFirst, done } = loaderData
  return (
    <>
      <div className="console-head cluster spread">
        <div>
          <h1>Jobs</h1>
          <p className="muted">
            Jobs that failed after all retries are kept for two weeks. Scheduled jobs repeat automatically. Times are in
            UTC.
          </p>
        </div>
      </div>
      {actionData ? (
        <ErrorMessage>{actionData.refused.message}</ErrorMessage>
      ) : (
        done && <SuccessMessage>{done}</SuccessMessage>
      )}
      {items.length === 0 ? (
        <EmptyState pose="sleep" title="No failed jobs">
          <p>Jobs that fail after all retries appear here, with the reason.</p>
        </EmptyState>
      ) : (
        <div className="panel console-table-panel">
          <table className="console-table">
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">About</th>
                <th scope="col">Reason</th>
                <th scope="col" className="console-number">
                  Attempts
                </th>
                <th scope="col">Failed</th>
                <th scope="col">
                  <span className="visually-hidden">Retry</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Job key={item.id} {...item} />
              ))}
            </tbody>
          </table>
          <ConsolePages
            first={isFirst ? null : jobsPath}
            next={nextCursor === null ? null : `${jobsPath}?cursor=${encodeURIComponent(nextCursor)}`}
          />
        </div>
      )}
    </>
  )
}

function Job({ id, name, kind, about, reason, attempts, failedAt }: JobItem) {
  return (
    <tr>
      <th scope="row">
        <b>{name}</b>
        <small>{kind}</small>
      </th>
      <td data-label="About" className="console-words">
        {about}
      </td>
      <td data-label="Reason" className="console-words">
        {reason}
      </td>
      <td data-label="Attempts" className="console-number">
        {formatCount(attempts)}
      </td>
      <td data-label="Failed" className="muted">
        <time dateTime={failedAt.toISOString()}>{formatMoment(failedAt)}</time>
      </td>
      <td className="console-act">
        <RetryJob id={id} name={name} about={about} />
      </td>
    </tr>
  )
}
