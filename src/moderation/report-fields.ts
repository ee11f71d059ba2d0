import { readEmail } from '#identity/credentials.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import { DETAILS_MAX_CHARACTERS, type NewReport } from './report.ts'
import { isReason, reasons } from './rules.ts'

const detailsRules = { maxCharacters: DETAILS_MAX_CHARACTERS, multiline: true }

/** What the fields of a report hold before they are checked. */
export type ReportFields = Omit<NewReport, 'reason' | 'atSeconds'> & { reason: string }

/** Everything that is wrong with the fields of a report, but for its time, which depends on the episode. */
export function faultsOf({ subject, reason, details, email }: ReportFields, hasAccount: boolean): Refusal[] {
  const faults: Refusal[] = []
  if (!isReason(reason) || !reasons[reason].subjects.includes(subject.kind))
    faults.push(new Refusal('moderation.reason_not_for_this', { field: 'reason' }))
  if (!readText(details ?? '', detailsRules).ok) faults.push(detailsInvalid())
  if (hasAccount && email !== undefined) faults.push(new Refusal('moderation.email_not_needed', { field: 'email' }))
  else if (email !== undefined && readEmail(email) === null)
    faults.push(new Refusal('identity.email_invalid', { field: 'email' }))
  return faults
}

/** The details as they are stored. @throws Refusal moderation.details_invalid */
export function readDetails(raw: string): string {
  const reading = readText(raw, detailsRules)
  if (!reading.ok) throw detailsInvalid()
  return reading.text
}

function detailsInvalid(): Refusal {
  return new Refusal('moderation.details_invalid', { field: 'details' })
}
