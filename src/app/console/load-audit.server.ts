import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { auditActionNames, auditChange } from '#app/messages/administration.ts'

/** An entry of the log, as the page receives it. */
export interface AuditItem {
  id: string
  at: Date
  /** Null for the command line of the server. */
  actor: string | null
  act: string
  change: string
  subject: string
  reason: string
}

/** Names of subjects that have none, or none any more. */
const otherNames = {
  episode: 'A deleted episode',
  comment: 'A deleted comment',
  note: 'A deleted note',
  subtitle: 'Deleted subtitles',
  site: 'Site settings',
  job: 'A job',
} as const

/** Reads one page of the log, about everything or about the subject in the URL, with the names of the people in it. */
export async function loadAudit(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const { administration, moderation } = context.get(hoshiContext)
  const cursor = searchParams.get('cursor')
  const about = searchParams.get('subject')
  const page = { ...(about && { subjectId: about }), ...(cursor && { cursor }) }
  const { entries, nextCursor } = await administration.audit.list(page).catch(refusePage)
  const subjects = entries.map(({ subject }) => subject)
  const actors = entries.flatMap(({ actor }) => (actor === 'console' ? [] : actor.uid))
  const accounts = subjects.filter(({ kind }) => kind === 'account' || kind === 'creator').map(({ id }) => id)
  const [names, titles] = await Promise.all([
    administration.accounts.namesOf([...actors, ...accounts]),
    moderation.queue.titlesOf(subjects),
  ])
  const nameOf = (uid: string) => names.get(uid) ?? 'A deleted account'
  const items: AuditItem[] = entries.map(({ id, at, actor, action, subject, reason, before, after }) => ({
    id,
    at,
    reason,
    actor: actor === 'console' ? null : nameOf(actor.uid),
    act: auditActionNames[action],
    change: auditChange(action, before, after),
    subject:
      titles.get(subject.id) ??
      (subject.kind === 'account' || subject.kind === 'creator' ? nameOf(subject.id) : otherNames[subject.kind]),
  }))
  return { items, about, nextCursor, isFirst: cursor === null }
}
