import type { Db, Trx } from './database.server.ts'
import { countUnfinished } from './failed-job-rows.server.ts'
import type { JobKind } from './job-kind.ts'
import type { Jobs } from './jobs.server.ts'
import type { Mail } from './mail.ts'
import type { Mailer } from './mailer.server.ts'

/** A mail, composed when it is sent. */
export interface ComposedMail {
  mail: Mail
  /** Called once a server has accepted it. */
  onSent?: () => Promise<void>
}

/**
 * Sends mails by job: no request waits for a mail server, and no mail is lost while it is down. A job holds the kind of
 * mail and whom it concerns, never its text: a link that grants access to an account must not be readable in the queue.
 */
export interface MailQueue {
  /**
   * Registers the writer of a kind of mail; it returns null for a mail no longer needed. Called before the jobs start.
   */
  handle(kind: string, write: (of: string) => Promise<ComposedMail | null>): void
  enqueue(db: Db | Trx, kind: string, of: string): Promise<void>
  /** How many mails are not sent yet. Called after the jobs have started. */
  waiting(db: Db): Promise<number>
}

const sendJob: JobKind<{ kind: string; of: string }> = {
  name: 'mail.write',
  about: ({ kind }) => ({ kind: 'mail', id: kind }),
  retryLimit: 12,
  retryDelaySeconds: 5,
  expireInSeconds: 120,
}

export function createMailQueue(jobs: Jobs, mailer: Mailer): MailQueue {
  const writers = new Map<string, (of: string) => Promise<ComposedMail | null>>()
  jobs.handle(sendJob, 2, async ({ kind, of }) => {
    const write = writers.get(kind)
    if (!write) throw new Error(`There is no writer for mails of the kind ${kind}.`)
    const composed = await write(of)
    if (!composed) return
    await mailer.send(composed.mail)
    await composed.onSent?.()
  })
  return {
    handle: (kind, write) => void writers.set(kind, write),
    enqueue: (db, kind, of) => jobs.enqueue(db, sendJob, { kind, of }),
    waiting: (db) => countUnfinished(db, sendJob),
  }
}
