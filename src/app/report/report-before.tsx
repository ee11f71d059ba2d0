import { ErrorMessage, SuccessMessage, TextAreaField } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import type { ReportResult } from './handle-report.server.ts'
import type { ReportData } from './load-report.server.ts'
import { reportPath } from './report-path.ts'
import type { SheetForm } from './report-sheet.tsx'
import { ReportWay } from './report-way.tsx'

interface ReportBeforeProps extends SheetForm {
  data: ReportData
  own: NonNullable<ReportData['own']>
  result: ReportResult | null
  /** Whether words were just added. */
  isAdded: boolean
  titleId: string
}

/** A report that was sent before: its way, and the forms to add words or to take it back. */
export function ReportBefore({ data, own, result, isAdded, titleId, Form, isBusy, isDialog }: ReportBeforeProps) {
  const Heading = isDialog ? 'h2' : 'h1'
  const refused = result?.done === null ? result : null
  const fields = (intent: string) => (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="report" value={own.id} />
      {isDialog && <input type="hidden" name="dialog" value="yes" />}
    </>
  )
  return (
    <>
      <Heading id={titleId}>You reported this on {formatDate(own.createdAt)}</Heading>
      <p className="report-lead">Your report is still in review. You can add details until a moderator answers.</p>
      <ReportWay reason={own.reason} atSeconds={own.atSeconds} createdAt={own.createdAt} answer={null} />
      {own.details !== '' && <blockquote className="report-quote">{own.details}</blockquote>}
      {isAdded && <SuccessMessage>Added to your report.</SuccessMessage>}
      <Form key={own.details} method="post" action={reportPath(data.subject)}>
        {fields('add')}
        {refused && refused.refused.field !== 'details' && <ErrorMessage>{refused.refused.message}</ErrorMessage>}
        <TextAreaField
          label="More details"
          name="details"
          rows={3}
          placeholder="What else should we know?"
          defaultValue={refused?.values.details}
          {...(refused?.refused.field === 'details' && { error: refused.refused.message })}
        />
        <div className="report-end row cluster gap-3">
          <button type="submit" className="button" disabled={isBusy}>
            Add
          </button>
        </div>
      </Form>
      <Form method="post" action={reportPath(data.subject)} className="report-withdraw">
        {fields('withdraw')}
        <input type="hidden" name="details" value="" />
        <button type="submit" className="button button-text" disabled={isBusy}>
          Withdraw Report
        </button>
      </Form>
    </>
  )
}
