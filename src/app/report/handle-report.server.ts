import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { type Refused, refusedFrom } from '#app/http/refused.server.ts'
import { readStartTime } from '#app/playback/start-time.ts'
import { PROOF_FIELD } from '#app/proof/proof-field.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import { isWriteOfAccount } from '#identity/may-write.ts'
import type { NewReport, SubjectName } from '#moderation/report.ts'
import { faultsOf } from '#moderation/report-fields.ts'
import { isReason } from '#moderation/rules.ts'
import { Refusal } from '#platform/refusal.ts'
import { readSubject, reportPath } from './report-path.ts'

/** The values of a refused form, which are shown again. */
export interface ReportValues {
  reason: string
  details: string
  at: string
  email: string
}

/** The result of a form. `refused` is null once it is done. */
export type ReportResult =
  | { done: 'sent'; number: number; answer: 'account' | 'email' | 'none' }
  | { done: 'added' | 'withdrawn' }
  | {
      done: null
      /** The first, or only, thing that is wrong. */
      refused: Refused
      /** All that is wrong, where several fields are. */
      problems?: FieldProblem[]
      values: ReportValues
    }

/** Handles the forms of the report page. The dialog gets the result, the page leads to an address that shows it. */
export async function handleReport(context: Readonly<RouterContextProvider>, request: Request) {
  const subject = readSubject(new URL(request.url).searchParams)
  const form = await readForm(request)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  if (!subject || !form.has('intent') || !form.has('details')) refusePartialForm()
  const values = { reason: text('reason'), details: text('details'), at: text('at'), email: text('email') }
  try {
    const faults = text('intent') === 'send' ? faultsIn(context, subject, values) : []
    if (faults.length > 1) return refuseAll(faults, values)
    const from = { reportId: text('report'), proof: text(PROOF_FIELD) || null }
    const result = await apply(context, subject, text('intent'), from, values)
    if (form.has('dialog')) return result
    const params = new URLSearchParams(
      result.done === 'sent'
        ? [
            ['sent', String(result.number)],
            ['answer', result.answer],
          ]
        : [['done', result.done]],
    )
    return redirectTo(`${reportPath(subject)}&${params}`)
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { refused, init } = refusedFrom(thrown)
    return data({ done: null, refused: inForm(refused), values } satisfies ReportResult, init)
  }
}

/** What is wrong with the fields of a report, as far as they say it themselves. */
function faultsIn(context: Readonly<RouterContextProvider>, subject: SubjectName, values: ReportValues): Refusal[] {
  const hasAccount = context.get(pageRequestContext).account !== null
  const { reason, details, at, email } = values
  const isEmailSent = !hasAccount && email.trim() !== ''
  const faults = faultsOf({ subject, reason, details, ...(isEmailSent && { email }) }, hasAccount)
  const isTimeRead = at.trim() === '' || readStartTime(at) !== null
  return isTimeRead ? faults : [...faults, new Refusal('moderation.time_invalid', { field: 'atSeconds' })]
}

/** The answer to a form of which several fields are wrong. */
function refuseAll(faults: readonly Refusal[], values: ReportValues) {
  const all = faults.map((fault) => inForm(refusedFrom(fault).refused))
  const problems = all.flatMap(({ field, message }) => (field === null ? [] : [{ field, message }]))
  return data({ done: null, refused: all[0]!, problems, values } satisfies ReportResult, { status: 422 })
}

/** With the name that the field has in the form. */
function inForm(refused: Refused): Refused {
  return refused.field === 'atSeconds' ? { ...refused, field: 'at' } : refused
}

async function apply(
  context: Readonly<RouterContextProvider>,
  subject: SubjectName,
  intent: string,
  { reportId, proof }: { reportId: string; proof: string | null },
  values: ReportValues,
): Promise<Exclude<ReportResult, { done: null }>> {
  const { identity, moderation } = context.get(hoshiContext)
  const { account, ip } = context.get(pageRequestContext)
  if (account && !isWriteOfAccount(`POST /report#${intent}`)) await identity.ensureMayWrite(account)
  if (intent === 'send') {
    const report = readReport(subject, values, account !== null)
    const { number } = await moderation.reports.send(account, report, { ip, proof })
    return { done: 'sent', number, answer: account ? 'account' : report.email ? 'email' : 'none' }
  }
  if (!account) throw new Refusal('identity.sign_in_required')
  if (intent === 'add') {
    await moderation.reports.addTo(account, reportId, values.details)
    return { done: 'added' }
  }
  if (intent !== 'withdraw') refusePartialForm()
  await moderation.reports.withdraw(account, reportId)
  return { done: 'withdrawn' }
}

function readReport(subject: SubjectName, values: ReportValues, isSignedIn: boolean): NewReport {
  const { reason, details, at, email } = values
  if (!isReason(reason)) throw new Refusal('moderation.reason_not_for_this', { field: 'reason' })
  const atSeconds = at.trim() === '' ? undefined : (readStartTime(at) ?? Number.NaN)
  return {
    subject,
    reason,
    details,
    ...(atSeconds !== undefined && { atSeconds }),
    ...(!isSignedIn && email.trim() !== '' && { email }),
  }
}
