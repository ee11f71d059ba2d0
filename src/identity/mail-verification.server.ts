import { createEmailVerificationToken } from 'better-auth/api'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { MailText } from '#platform/mail.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Account } from './account.ts'
import { findAccountByUid, isMailVerified } from './account-rows.server.ts'
import type { Auth } from './auth.server.ts'
import type { createIdentityLimits } from './identity-limits.server.ts'

/** Whether an account's address is its own, where the operator wants to know before it writes. */
export interface MailVerification {
  /** Whether new accounts get a link, and write nothing before it is opened. */
  requiresVerifiedMail: boolean
  /** Whether this account has yet to open its link; false for every account where that is not required. */
  awaitsVerification(account: Account): Promise<boolean>
  /** Mails another link, unless none is needed. @throws Refusal identity.too_many_verification_mails */
  sendVerificationLink(account: Account): Promise<void>
  /** Marks the address of a mailed link as verified, for the account that it was mailed to; again, too. @throws Refusal identity.verification_link_invalid */
  verifyMail(token: string): Promise<void>
}

export interface VerificationMailContent {
  email: string
  verifyUrl: string
}

export interface MailVerificationParts {
  db: Db
  clock: Clock
  /** Signs links; the same on every node. */
  secret: string
  /** Public URL of the site, without a trailing slash. */
  publicUrl: string
  requiresVerifiedMail: boolean
  mail: MailQueue
  /** Words the mail with the link. */
  verificationMail(content: VerificationMailContent): MailText
  auth: Auth
  limits: ReturnType<typeof createIdentityLimits>
}

/** @see docs/product.md#accounts */
const LINK_SECONDS = 24 * 3600
const VERIFICATION_MAIL = 'identity.verification'

export function createMailVerification(parts: MailVerificationParts) {
  const { db, clock, secret, publicUrl, requiresVerifiedMail, mail, verificationMail, auth, limits } = parts

  // The link is made when the mail is sent: a job must not hold one.
  mail.handle(VERIFICATION_MAIL, async (uid) => {
    const account = await findAccountByUid(db, uid, clock.now())
    if (!account || (await isMailVerified(db, uid))) return null
    const { email } = account
    const token = await createEmailVerificationToken(secret, email, undefined, LINK_SECONDS, { userId: uid })
    return {
      mail: { to: email, ...verificationMail({ email, verifyUrl: `${publicUrl}/verify-email?token=${token}` }) },
    }
  })

  const awaitsVerification = async ({ uid }: Account) => requiresVerifiedMail && !(await isMailVerified(db, uid))
  const verification: MailVerification = {
    requiresVerifiedMail,
    awaitsVerification,
    async sendVerificationLink(account) {
      if (!(await awaitsVerification(account))) return
      await limits.countVerificationMail(account.email)
      await mail.enqueue(db, VERIFICATION_MAIL, account.uid)
    },
    async verifyMail(token) {
      // better-auth compares the account only where a token names one, and another may have the address since.
      const { ok } = namesAccount(token)
        ? await auth.send({ method: 'GET', path: '/verify-email', query: { token } })
        : { ok: false }
      if (!ok) throw new Refusal('identity.verification_link_invalid', { field: 'token' })
    },
  }
  return {
    verification,
    /** Mails the first link of an account, in the transaction that stores it, or after that of the provider. */
    async sendFirstLink(trx: Db | Trx, uid: string): Promise<void> {
      if (requiresVerifiedMail) await mail.enqueue(trx, VERIFICATION_MAIL, uid)
    },
  }
}

/** Whether a token names the account that it was mailed to; its signature is not checked. */
function namesAccount(token: string): boolean {
  const [, payload = ''] = token.split('.')
  try {
    const { userId } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    return typeof userId === 'string'
  } catch {
    return false
  }
}
