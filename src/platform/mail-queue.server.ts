import type { Db, Trx } from './database.server.ts'
import type { JobKind, Jobs } from './jobs.server.ts'
import type { Mail } from './mail.ts'
import type { Mailer } from './mailer.server.ts'

/** A mail, written at the moment it is sent. */
export interface WrittenMail {
  mail: Mail
  /** What follows once a server has taken it. */
  whenSent?: () => Promise<void>
}

/**
 * Mails leave by job: no answer waits for a mail server, and none is lost while it is away. A job holds the kind of mail
 * and whom it concerns, never its text: a link that opens an account must not be readable in the queue.
 */
export interface MailQueue {
  /** Says who writes a kind of mail; null when there is nothing to say any more. Called before the jobs start. */
  handle(kind: string, write: (of: string) => Promise<WrittenMail | null>): void
  queue(db: Db | Trx, kind: string, of: string): Promise<void>
}

const sendJob: JobKind<{ kind: string; of: string }> = {
  name: 'mail.write',
  retryLimit: 12,
  retryDelaySeconds: 5,
  expireInSeconds: 120,
}

export function createMailQueue(jobs: Jobs, mailer: Mailer): MailQueue {
  const writers = new Map<string, (of: string) => Promise<WrittenMail | null>>()
  jobs.handle(sendJob, 2, async ({ kind, of }) => {
    const write = writers.get(kind)
    if (!write) throw new Error(`There is no writer for mails of the kind ${kind}.`)
    const written = await write(of)
    if (!written) return
    await mailer.send(written.mail)
    await written.whenSent?.()
  })
  return {
    handle: (kind, write) => void writers.set(kind, write),
    queue: (db, kind, of) => jobs.enqueue(db, sendJob, { kind, of }),
  }
}
