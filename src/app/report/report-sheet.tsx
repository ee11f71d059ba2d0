import { type ComponentType, type ReactNode, type RefAttributes, useId, useMemo, useRef, useState } from 'react'
import type { FormProps } from 'react-router'
import { loginPath } from '#app/http/login-path.ts'
import { useAnswerProblems } from '#app/http/use-answer-problems.ts'
import { REPORT_PROOF } from '#app/messages/proof.ts'
import { reportWords } from '#app/messages/reports.ts'
import { PROOF_FIELD } from '#app/proof/proof-field.ts'
import { useProof } from '#app/proof/use-proof.ts'
import { ChoiceRows } from '#app/ui/choice-rows.tsx'
import { ErrorMessage, Field, TextAreaField } from '#app/ui/field.tsx'
import { useFormProblems } from '#app/ui/form-problems.ts'
import { FormSummary } from '#app/ui/form-summary.tsx'
import { Link } from '#app/ui/link.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { DETAILS_MAX_CHARACTERS } from '#moderation/report.ts'
import type { ReportResult } from './handle-report.server.ts'
import type { ReportData } from './load-report.server.ts'
import { type Moment, ReportMoment } from './report-moment.tsx'
import { reportPath } from './report-path.ts'

/** How a sheet sends its forms: as a page, or from the dialog. */
export interface SheetForm {
  Form: ComponentType<FormProps & RefAttributes<HTMLFormElement>>
  isBusy: boolean
  isDialog: boolean
}

interface ReportSheetProps extends SheetForm {
  data: ReportData
  /** Result of the last form. */
  result: ReportResult | null
  titleId: string
  /** From the player; null on the page, which has a field for the time. */
  moment: Moment | null
  cancel: ReactNode
}

const labels = { reason: 'Reason', details: 'Details', at: 'Time in the episode', email: 'Email' }
const fields = Object.keys(labels)

/** The form of a report. */
export function ReportSheet({ data, result, titleId, moment, cancel, ...sheet }: ReportSheetProps) {
  const { subject, reasons, isSignedIn } = data
  const words = reportWords[subject.kind]
  const isText = subject.kind === 'comment' || subject.kind === 'note'
  const refused = result?.done === null ? result.refused : null
  const values = result?.done === null ? result.values : null
  const errorId = useId()
  const isFieldError = refused !== null && fields.includes(refused.field ?? '')
  const [length, setLength] = useState([...(values?.details ?? '')].length)
  const { Form, isDialog } = sheet
  const form = useRef<HTMLFormElement>(null)
  const answer = result?.done === null ? result : null
  // Several problems are told instead of the first of them.
  const told = useMemo(() => (answer?.problems ? { problems: answer.problems } : answer), [answer])
  const shown = useFormProblems(form, useAnswerProblems(told, fields))
  const reasonProblem = shown.problems.find(({ field }) => field === 'reason')
  // A refused form comes back with all typed values. Without scripts it shows the refusal.
  const isProving = useProof(form, useHydrated() ? refused : null)
  const isBusy = sheet.isBusy || isProving
  const Heading = isDialog ? 'h2' : 'h1'
  return (
    <>
      <Heading id={titleId}>{words.title}</Heading>
      <p className="report-lead">{words.lead}</p>
      {isText ? (
        <blockquote className="report-quote">
          {subject.by !== '' && <b>{subject.by}</b>}
          {subject.title}
        </blockquote>
      ) : (
        !isDialog && (
          <p className="report-of">
            <Link className="link" to={subject.path}>
              {subject.title}
            </Link>
          </p>
        )
      )}
      <Form
        ref={form}
        method="post"
        action={reportPath(subject)}
        className="report-form"
        noValidate
        {...shown.formProps}
      >
        <input type="hidden" name="intent" value="send" />
        <input type="hidden" name={PROOF_FIELD} />
        {isDialog && <input type="hidden" name="dialog" value="yes" />}
        <FormSummary form={form} shown={shown} labels={labels} />
        {refused && !isFieldError && !isProving && <ErrorMessage id={errorId}>{refused.message}</ErrorMessage>}
        <ChoiceRows
          legend="What is wrong?"
          name="reason"
          choices={reasons}
          isWide={!isText}
          initial={values?.reason}
          describedBy={refused && (reasonProblem || !isFieldError) ? errorId : undefined}
        />
        {reasonProblem && (
          <ErrorMessage id={errorId} isQuiet={shown.isListed}>
            {reasonProblem.message}
          </ErrorMessage>
        )}
        <div className={subject.kind === 'episode' ? 'report-pair' : undefined}>
          <TextAreaField
            label="Details"
            hint={`optional, ${length} / ${DETAILS_MAX_CHARACTERS}`}
            name="details"
            rows={4}
            placeholder="What should we look at?"
            defaultValue={values?.details}
            onInput={(event) => setLength([...event.currentTarget.value].length)}
            {...shown.fieldProps('details')}
          />
          {subject.kind === 'episode' &&
            (moment ? (
              <ReportMoment moment={moment} frameRate={data.frameRate} error={shown.fieldProps('at').error} />
            ) : (
              <Field
                label="Time in the episode"
                hint="optional"
                name="at"
                placeholder="3:18"
                defaultValue={values?.at}
                {...shown.fieldProps('at')}
              />
            ))}
        </div>
        {!isSignedIn && (
          <>
            <Field
              label="Email"
              hint="optional, to get an answer"
              name="email"
              type="email"
              autoComplete="email"
              defaultValue={values?.email}
              {...shown.fieldProps('email')}
            />
            <p className="field-note">
              <Link className="link" to={loginPath(reportPath(subject))}>
                Log in
              </Link>{' '}
              to track your report.
            </p>
          </>
        )}
        <p className="report-status" role="status">
          {isProving && REPORT_PROOF}
        </p>
        <div className="report-end row cluster gap-3">
          <p>Is someone in danger right now? Call your local emergency number first.</p>
          {cancel}
          <button type="submit" className="button button-primary" disabled={isBusy}>
            Send Report
          </button>
        </div>
      </Form>
    </>
  )
}
