import { data } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { outcomeWords } from '#app/messages/reports.ts'
import { reasonText } from '#app/messages/rules.ts'
import { reportPath } from '#app/report/report-path.ts'
import { ReportWay } from '#app/report/report-way.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import type { Route } from './+types/own-reports'
import '../styles/report.css'

export const meta: Route.MetaFunction = () => head('My reports', 'Your reports and their outcomes.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = requireAccount({ context, url })
  const { moderation } = context.get(hoshiContext)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const { reports, nextCursor } = await moderation.reports.own(account, { ...(cursor && { cursor }) }).catch(refusePage)
  return data({
    reports: reports.map(({ id, number, subject, reason, details, atSeconds, createdAt, outcome, answeredAt }) => ({
      id,
      number,
      details,
      atSeconds,
      createdAt,
      outcome,
      answeredAt,
      subject: { kind: subject.kind, id: subject.id, title: subject.title },
      reason: reasonText(reason, subject.kind).title,
    })),
    nextCursor,
  })
}

export default function OwnReports({ loaderData }: Route.ComponentProps) {
  const { reports, nextCursor } = loaderData
  return (
    <div className="wrap page own-reports">
      <Link className="back" to="/settings/data">
        <Icon name="left" />
        Back to Settings
      </Link>
      <h1>My reports</h1>
      {reports.length === 0 ? (
        <EmptyState pose="sleep" title="No reports yet">
          <p>Your reports and their outcomes appear here.</p>
        </EmptyState>
      ) : (
        <ul className="own-report-list">
          {reports.map((report) => (
            <li key={report.id}>
              <OwnReportCard report={report} />
            </li>
          ))}
        </ul>
      )}
      {nextCursor !== null && (
        <Link className="button" to={`/settings/reports?cursor=${encodeURIComponent(nextCursor)}`}>
          Older Reports
        </Link>
      )}
    </div>
  )
}

function OwnReportCard({ report }: { report: Route.ComponentProps['loaderData']['reports'][number] }) {
  const { number, subject, reason, details, atSeconds, createdAt, outcome, answeredAt } = report
  const answer = outcome && answeredAt ? { words: outcomeWords[outcome], at: answeredAt } : null
  return (
    <PaperCard className="own-report">
      <h2 className="text-face">{subject.title ?? 'Deleted content'}</h2>
      <p className="report-lead">Report {number}</p>
      <ReportWay reason={reason} atSeconds={atSeconds} createdAt={createdAt} answer={answer} />
      {details !== '' && <blockquote className="report-quote">{details}</blockquote>}
      {!answer && subject.title !== null && (
        <Link className="link" to={reportPath(subject)}>
          Add Details or Withdraw
        </Link>
      )}
    </PaperCard>
  )
}
