import { formatDate, formatTime } from '#app/ui/format.ts'

interface ReportWayProps {
  reason: string
  atSeconds: number | null
  createdAt: Date
  /** Null until the report is answered. */
  answer: { words: string; at: Date } | null
}

/** The way of a report: sent, being read, answered. */
export function ReportWay({ reason, atSeconds, createdAt, answer }: ReportWayProps) {
  return (
    <ol className="way">
      <li className="is-done">
        <p>
          <b>Sent</b>
          <span>{atSeconds === null ? reason : `${reason}, at ${formatTime(atSeconds)}`}</span>
        </p>
        <time dateTime={createdAt.toISOString()}>{formatDate(createdAt)}</time>
      </li>
      <li className={answer ? 'is-done' : 'is-now'} aria-current={answer ? undefined : 'step'}>
        <p>
          <b>In review</b>
          <span>By a moderator</span>
        </p>
      </li>
      <li className={answer ? 'is-done' : undefined}>
        <p>
          <b>Answer</b>
          <span>{answer?.words ?? 'In your notifications and here'}</span>
        </p>
        {answer && <time dateTime={answer.at.toISOString()}>{formatDate(answer.at)}</time>}
      </li>
    </ol>
  )
}
