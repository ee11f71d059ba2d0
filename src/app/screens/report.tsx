import { Form, useNavigation } from 'react-router'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { answerWords, REPORT_NOT_SENT, reportWords } from '#app/messages/reports.ts'
import { handleReport, type ReportResult } from '#app/report/handle-report.server.ts'
import { loadReport } from '#app/report/load-report.server.ts'
import { ReportBefore } from '#app/report/report-before.tsx'
import { ReportSent } from '#app/report/report-sent.tsx'
import { ReportSheet, type SheetForm } from '#app/report/report-sheet.tsx'
import { SuccessMessage } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import type { Route } from './+types/report'
import '../styles/modal.css'
import '../styles/report.css'

export const meta: Route.MetaFunction = () => [
  ...head('Report', 'Tell the Hoshi moderators what is wrong.'),
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { searchParams } = url
  const sent = Number(searchParams.get('sent'))
  const answer = searchParams.get('answer') ?? ''
  const done = searchParams.get('done')
  return {
    ...(await loadReport(context, searchParams)),
    sent: Number.isSafeInteger(sent) && sent > 0 ? sent : null,
    answer: isAnswer(answer) ? answer : ('none' as const),
    done: done === 'added' || done === 'withdrawn' ? done : null,
  }
}

function isAnswer(text: string): text is keyof typeof answerWords {
  return Object.hasOwn(answerWords, text)
}

export function action({ context, request }: Route.ActionArgs) {
  return handleReport(context, request)
}

/** Sends the form; without an answer, its words stay in it. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const text = (name: string) => String(form.get(name) ?? '')
  return submitOr(
    () => serverAction() as Promise<ReportResult>,
    (refused): ReportResult => ({
      done: null,
      refused: refused.code === 'unanswered' ? { ...refused, message: REPORT_NOT_SENT } : refused,
      values: { reason: text('reason'), details: text('details'), at: text('at'), email: text('email') },
    }),
  )
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { subject, own, sent, answer, done } = loaderData
  const result = (actionData as ReportResult | undefined) ?? null
  const sheet: SheetForm = { Form, isBusy: useNavigation().state !== 'idle', isDialog: false }
  const back = (className: string, name: string) => (
    <Link className={className} to={subject.path}>
      {name}
    </Link>
  )
  return (
    <div className="wrap page">
      <PaperCard className="modal-card report-page">
        {sent !== null ? (
          <ReportSent
            isDialog={false}
            number={sent}
            answer={answer}
            titleId="report-title"
            back={back('button button-wide', reportWords[subject.kind].back)}
          />
        ) : own ? (
          <ReportBefore
            data={loaderData}
            own={own}
            result={result}
            isAdded={done === 'added' && !result}
            titleId="report-title"
            {...sheet}
          />
        ) : (
          <>
            {done === 'withdrawn' && !result && <SuccessMessage>Your report has been withdrawn.</SuccessMessage>}
            <ReportSheet
              data={loaderData}
              result={result}
              titleId="report-title"
              moment={null}
              cancel={back('button', 'Cancel')}
              {...sheet}
            />
          </>
        )}
      </PaperCard>
    </div>
  )
}
