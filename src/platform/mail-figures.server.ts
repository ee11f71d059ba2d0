import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './database.server.ts'
import type { Log } from './log.server.ts'
import type { Mailer } from './mailer.server.ts'
import { fillDays } from './utc-days.ts'

/** Mails of one UTC day. */
export interface MailDay {
  day: string
  sent: number
}

export interface CountedMailer extends Mailer {
  /** Attempts of this process, which are repeated when they fail. */
  attempts(): { sent: number; failed: number }
}

/** Wraps a mailer to count the mails that it sends. A mail that could not be counted is sent all the same. */
export function countMails(
  mailer: Mailer,
  { db, clock, log }: { db: Db; clock: Clock; log: Pick<Log, 'warn'> },
): CountedMailer {
  let sent = 0
  let failed = 0
  return {
    ...mailer,
    attempts: () => ({ sent, failed }),
    async send(mail) {
      try {
        await mailer.send(mail)
        sent += 1
      } catch (error) {
        failed += 1
        throw error
      }
      const day = clock.now().toISOString().slice(0, 10)
      await sql`
        insert into mail_days as present (day, sent) values (${day}::date, 1)
        on conflict (day) do update set sent = present.sent + 1
      `
        .execute(db)
        .catch((error) => log.warn({ err: error }, 'mail: a sent mail was not counted'))
    },
  }
}

/** How many mails were sent on each of these UTC days, in their order. */
export async function mailsOn(db: Db, days: readonly string[]): Promise<MailDay[]> {
  const { rows } = await sql<MailDay>`
    select day::text as day, sent from mail_days where day = any (${days}::date[])`.execute(db)
  return fillDays(days, rows, { sent: 0 })
}
