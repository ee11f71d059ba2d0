import type { ReactNode } from 'react'
import { answerWords } from '#app/messages/reports.ts'
import { formatCount } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'

interface ReportSentProps {
  number: number
  answer: keyof typeof answerWords
  titleId: string
  /** A page has its own main heading. */
  isDialog: boolean
  back: ReactNode
}

/** The thanks for a report. */
export function ReportSent({ number, answer, titleId, isDialog, back }: ReportSentProps) {
  const Heading = isDialog ? 'h2' : 'h1'
  return (
    <div className="report-sent" role="status">
      <span className="stamp" aria-hidden="true">
        OK
      </span>
      <Heading id={titleId}>Thank you.</Heading>
      <p>
        Your report number is {formatCount(number)}. {answerWords[answer]}
      </p>
      {answer === 'account' && (
        <Link className="link" to="/settings/reports">
          View My Reports
        </Link>
      )}
      {back}
    </div>
  )
}
