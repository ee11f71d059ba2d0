/** All acts of the people who look after a site, as the audit log names them, decisions of `moderation` included. */
export const auditActions = [
  'account.created',
  'account.first-admin',
  'account.role',
  'account.founding-badge',
  'account.quota',
  'account.suspended',
  'account.restored',
  'item.claimed',
  'item.released',
  'item.second-opinion',
  'decision.leave',
  'decision.nsfw',
  'decision.limit',
  'decision.takedown',
  'decision.hide',
  'decision.warn',
  'decision.suspend',
  'decision.undone',
  'episode.reprocessed',
  'appeal.upheld',
  'appeal.reversed',
  'job.retried',
  'site.settings',
  'invitation.created',
  'invitation.removed',
  'word.added',
  'word.removed',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditSubjectKinds = [
  'account',
  'episode',
  'comment',
  'note',
  'subtitle',
  'creator',
  'site',
  'job',
] as const

/** The actor: an account, which may no longer exist, or somebody at the command line of the server. */
export type AuditActor = { uid: string } | 'console'

export interface AuditRecord {
  actor: AuditActor
  action: AuditAction
  /** The thing that was acted on, which may no longer exist. */
  subject: { kind: (typeof auditSubjectKinds)[number]; id: string }
  /** The reason that the actor gave; empty for none. */
  reason: string
  /** The changed values only, by their names in the API. */
  before: AuditValues
  after: AuditValues
}

export type AuditValues = Readonly<Record<string, string | number | boolean | null>>

export interface AuditEntry extends AuditRecord {
  id: string
  at: Date
}

/** @see docs/product.md#limits */
export const REASON_MAX_CHARACTERS = 1000
