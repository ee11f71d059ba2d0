import type { AuditAction, AuditValues } from '#administration/audit.ts'
import type { Role } from '#identity/account.ts'
import { jobName } from './jobs.ts'
import { invitationChange, settingsChange } from './site.ts'
import { suspensionEnd } from './suspension.ts'
import { wordChange } from './words.ts'

export const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  creator: 'Creator',
  moderator: 'Moderator',
  admin: 'Admin',
}

/** The purpose of each role, on the sheet that grants it. */
export const roleLeads: Record<Role, string> = {
  viewer: 'Can watch, comment and keep lists',
  creator: 'Can upload, with a profile and a storage quota',
  moderator: 'Can decide on reports, suspend accounts and see the audit log',
  admin: 'Full access, including roles and quotas',
}

export const ADMINS_FROM_COMMAND_LINE = 'Admins can only be created from the server command line.'
export const SUSPENDING_MEANS =
  'A suspended account can log in, watch, read your message and export its data. It cannot post or upload.'

/** How long a suspension lasts, as the sheet offers it: days, or null until it is lifted. */
export const suspensionLengths = [
  { value: '1', name: '1 day', button: 'Suspend for 1 Day' },
  { value: '7', name: '7 days', button: 'Suspend for 7 Days' },
  { value: '30', name: '30 days', button: 'Suspend for 30 Days' },
  { value: 'lifted', name: 'Until lifted', button: 'Suspend Until Lifted' },
] as const

/** Names of acts in the log. */
export const auditActionNames: Record<AuditAction, string> = {
  'account.created': 'Account created',
  'account.first-admin': 'First admin set up in a browser',
  'account.role': 'Role changed',
  'account.founding-badge': 'Founding Creator changed',
  'account.quota': 'Quota changed',
  'account.suspended': 'Suspended',
  'account.restored': 'Reinstated',
  'item.claimed': 'Item claimed',
  'item.released': 'Item released',
  'item.second-opinion': 'Second opinion requested',
  'decision.leave': 'No action',
  'decision.nsfw': 'Marked NSFW',
  'decision.limit': 'Limited',
  'decision.takedown': 'Taken down',
  'decision.hide': 'Hidden',
  'decision.warn': 'Warned',
  'decision.suspend': 'Suspended',
  'decision.undone': 'Decision undone',
  'episode.reprocessed': 'Video reprocessed',
  'appeal.upheld': 'Appeal denied',
  'appeal.reversed': 'Appeal granted',
  'job.retried': 'Job retried',
  'site.settings': 'Settings changed',
  'invitation.created': 'Invitation created',
  'invitation.removed': 'Invitation revoked',
  'word.added': 'Word added',
  'word.removed': 'Word removed',
}

/** The sentence above the list after a change. */
export const changeDone = {
  role: (name: string) => `The role of ${name} was changed.`,
  badge: (name: string) => `The Founding Creator badge of ${name} was changed.`,
  quota: (name: string) => `The quota of ${name} was changed.`,
  suspend: (name: string) => `${name} has been suspended and logged out everywhere.`,
  restore: (name: string) => `${name} has been reinstated.`,
}
export type ChangeIntent = keyof typeof changeDone

/** 'Viewer → Moderator', for one entry of the log; empty where the action says all. */
export function auditChange(action: AuditAction, before: AuditValues, after: AuditValues): string {
  switch (action) {
    case 'account.created':
    case 'account.first-admin':
      return valueText('role', after.role)
    case 'account.suspended':
      return valueText('suspendedUntil', after.suspendedUntil)
    case 'decision.suspend':
      return 'suspendedUntil' in after ? valueText('suspendedUntil', after.suspendedUntil) : ''
    case 'site.settings':
      return settingsChange(before, after)
    case 'invitation.created':
      return invitationChange(after)
    case 'word.added':
      return wordChange(after)
    case 'word.removed':
      return wordChange(before)
    case 'account.role':
    case 'account.founding-badge':
    case 'account.quota':
      return Object.keys(after)
        .map((name) => `${valueText(name, before[name])} → ${valueText(name, after[name])}`)
        .join(', ')
    case 'job.retried':
      return typeof after.kind === 'string' ? jobName(after.kind) : ''
    default:
      return after.awaitingSecond === true ? 'Needs a second moderator to agree' : ''
  }
}

function valueText(name: string, value: AuditValues[string] | undefined): string {
  if (name === 'role' && typeof value === 'string') return roleNames[value as Role] ?? value
  if (name === 'quotaBytes' && typeof value === 'number') return formatGibibytes(value)
  if (name === 'suspendedUntil' && typeof value === 'string') return suspensionEnd(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value ?? 'nothing')
}

/** 53_687_091_200 → '50 GiB'; one decimal where it is not whole and below 100. */
function formatGibibytes(bytes: number): string {
  return `${gibibytes(bytes)} GiB`
}

/** '38 of 50 GiB'. */
export function formatStorage(usedBytes: number, quotaBytes: number): string {
  return `${gibibytes(usedBytes)} of ${formatGibibytes(quotaBytes)}`
}

/** The number of a field for gibibytes. */
export function gibibytes(bytes: number): string {
  const value = bytes / 1024 ** 3
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10)
}

/** 'Suspended until Jul 17, 2026'. */
export function suspendedState(until: string): string {
  return `Suspended ${suspensionEnd(until)}`
}
