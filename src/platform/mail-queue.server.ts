import type { Db, Trx } from './database.server.ts'
import type { JobKind, Jobs } from './jobs.server.ts'
import type { Mail } from './mail.ts'
import type { Mailer } from './mailer.server.ts'

/** Mails leave by job: no answer waits for a mail server, and none is lost while it is away. */
export interface MailQueue {
  queue(db: Db | Trx, mail: Mail): Promise<void>
}

const sendJob: JobKind<Mail> = {
  name: 'mail.send',
  retryLimit: 12,
  retryDelaySeconds: 5,
  expireInSeconds: 120,
  // Addresses, and links that open accounts.
  isPrivate: true,
}

export function createMailQueue(jobs: Jobs, mailer: Mailer): MailQueue {
  jobs.handle(sendJob, 2, (mail) => mailer.send(mail))
  return { queue: (db, mail) => jobs.enqueue(db, sendJob, { ...mail }) }
}
