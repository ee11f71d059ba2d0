import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { MailText } from '#platform/mail.ts'
import type { Mailer } from '#platform/mailer.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type DueDigest, dueDigests, endDigests, releaseDigest, reserveDigest } from './digest-rows.server.ts'
import type { Digest, Notification } from './notification.ts'
import { countUnreadAfter, unreadRows } from './notification-rows.server.ts'
import { type NotificationViewsParts, toNotifications } from './notification-views.server.ts'

/** Mails with unread notifications, for people who want them. */
export interface Digests {
  /**
   * Sends every digest that is due, a day or a week after the last one; people without anything unread and new get none.
   * Safe on several nodes at once. Returns the number of mails sent.
   */
  sendDigests(signal?: AbortSignal): Promise<number>
  /** Whether this link may end somebody's digests. */
  isUnsubscribeToken(token: string): boolean
  /** Ends digests by the link in a mail. Idempotent. @throws Refusal community.unsubscribe_invalid */
  unsubscribe(token: string): Promise<void>
}

export interface DigestsParts extends NotificationViewsParts {
  db: Db
  clock: Clock
  jobs: Jobs
  mailer: Mailer
  identity: Pick<Identity, 'addressOf'>
  /** The server's secret, from which this room derives its own keys. */
  secret: string
  publicUrl: string
  /** Words a digest. */
  digestMail(content: DigestContent): MailText
  log: Pick<Log, 'error'>
}

export interface DigestContent {
  digest: Exclude<Digest, 'off'>
  /** Newest first. */
  notifications: Notification[]
  /** Number of further ones. */
  more: number
  publicUrl: string
  unsubscribeUrl: string
}

/** This job is not retried: a person who was not reached stays due, and the next run is an hour away. */
const digestJob: JobKind<Record<never, never>> = {
  name: 'community.digest',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 3000,
}
const EVERY_HOUR = '7 * * * *'

const HOUR_MS = 3_600_000
/** A little less than a day and a week, so that a digest does not move to the next run each time. */
const DAILY_MS = 23.5 * HOUR_MS
const WEEKLY_MS = 7 * 24 * HOUR_MS - HOUR_MS / 2
const PEOPLE_AT_A_TIME = 100
const LINES_MAX = 20

export function createDigests(parts: DigestsParts): Digests {
  const { db, clock, jobs, mailer, identity, secret, publicUrl, digestMail, log } = parts

  const sign = (uid: string) =>
    createHmac('sha256', secret).update(`community.unsubscribe ${uid}`).digest('base64url').slice(0, 32)

  function uidIn(token: string): string | null {
    const [uid = '', signature = ''] = token.split('.')
    if (!isPossibleId(uid) || token !== `${uid}.${signature}`) return null
    const [given, expected] = [Buffer.from(signature), Buffer.from(sign(uid))]
    return given.length === expected.length && timingSafeEqual(given, expected) ? uid : null
  }

  /** Sends one digest; false when there is nothing to say or somebody else sends it. */
  async function send(due: DueDigest): Promise<boolean> {
    const to = await identity.addressOf(due.uid)
    if (to === null) return false
    const rows = await unreadRows(db, due.uid, due.digestPosition, LINES_MAX + 1)
    const notifications = await toNotifications(parts, rows.slice(-LINES_MAX).reverse())
    if (notifications.length === 0) return false
    const unread = await countUnreadAfter(db, due.uid, due.digestPosition)
    const at = clock.now()
    // Up to the last row read above: later ones belong to the next digest.
    if (!(await reserveDigest(db, due, at, rows.at(-1)!.position))) return false
    const unsubscribeUrl = `${publicUrl}/unsubscribe?token=${due.uid}.${sign(due.uid)}`
    const text = digestMail({
      digest: due.digest,
      notifications,
      more: rows.length > LINES_MAX ? Math.max(1, unread - notifications.length) : 0,
      publicUrl,
      unsubscribeUrl,
    })
    try {
      await mailer.send({ to, ...text, headers: unsubscribeHeaders(unsubscribeUrl) })
      return true
    } catch (error) {
      await releaseDigest(db, due, at)
      throw error
    }
  }

  async function sendDigests(signal?: AbortSignal): Promise<number> {
    const now = clock.now().getTime()
    const lastBefore = { daily: new Date(now - DAILY_MS), weekly: new Date(now - WEEKLY_MS) }
    let sent = 0
    for (let after = ''; !signal?.aborted; ) {
      const due = await dueDigests(db, after, lastBefore, PEOPLE_AT_A_TIME)
      for (const each of due) {
        if (signal?.aborted) return sent
        // One address that cannot be reached does not keep the others waiting.
        const isSent = await send(each).catch((error) => log.error({ err: error }, 'digest: sending one failed'))
        if (isSent) sent += 1
      }
      const last = due.at(-1)
      if (!last || due.length < PEOPLE_AT_A_TIME) break
      after = last.uid
    }
    return sent
  }

  jobs.handle(digestJob, 1, async (_data, { signal }) => {
    await sendDigests(signal)
  })
  jobs.schedule(digestJob, EVERY_HOUR)

  return {
    sendDigests,
    isUnsubscribeToken: (token) => uidIn(token) !== null,
    async unsubscribe(token) {
      const uid = uidIn(token)
      if (uid === null) throw new Refusal('community.unsubscribe_invalid')
      await endDigests(db, uid)
    },
  }
}

/** A program can end the digests with one POST (RFC 8058). */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
