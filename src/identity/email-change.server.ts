import { newId } from '#platform/ids.server.ts'
import type { MailText } from '#platform/mail.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { Account } from './account.ts'
import { findAccountByEmail, findAccountByUid, isMailVerified, lockAccount } from './account-rows.server.ts'
import type { Caller } from './caller.ts'
import { readEmail } from './credentials.ts'
import {
  deleteEmailChange,
  findByEmailToken,
  findEmailChange,
  replaceEmail,
  setEmailToken,
  storeEmailChange,
} from './email-change-rows.server.ts'
import type { SessionChange } from './session-change.ts'
import { checkPassword, type SessionParts } from './sessions.server.ts'

/** A new address that waits for its link to be opened. */
export interface PendingEmail {
  email: string
  /** Until when the link works. */
  expiresAt: Date
}

/** Changes the email address of an account, once a link that was mailed to the new one is opened. */
export interface EmailChange {
  /**
   * Mails a link to the new address, and a notice to the present one, which stays until then. It replaces an earlier
   * request. Wrong guesses at the password count as in `changePassword`.
   * @throws Refusal identity.email_invalid, identity.password_wrong, identity.too_many_sign_ins, identity.email_taken,
   *   identity.too_many_email_changes
   */
  requestEmailChange(account: Account, input: { email: string; password: string }, from: Caller): Promise<PendingEmail>
  /** Mails a new link, which voids the one before. @throws Refusal identity.email_change_missing, identity.too_many_email_changes */
  resendEmailLink(account: Account): Promise<void>
  /** Voids the link; no effect without one. */
  cancelEmailChange(account: Account): Promise<void>
  /** Whether the present address was confirmed by a link, and the new one that waits for its own. */
  emailStateOf(account: Account): Promise<{ isConfirmed: boolean; pending: PendingEmail | null }>
  /** The address that a link confirms; null when it is not valid. */
  emailOfLink(token: string): Promise<string | null>
  /**
   * Gives the account its new address, once for each link. Its reset links, which went to the old one, are void. The
   * response makes the browser known to the account.
   * @throws Refusal identity.email_link_invalid, identity.email_taken
   */
  confirmEmail(input: { token: string }, from: Caller): Promise<SessionChange>
}

/** Words the mails of a change of address. */
export interface EmailChangeMails {
  /** To the new address. */
  link(content: { email: string; newEmail: string; confirmUrl: string }): MailText
  /** To the present one. */
  notice(content: { email: string; newEmail: string; settingsUrl: string }): MailText
}

const LINK_HOURS = 24
const LINK_MAIL = 'identity.email-link'
const NOTICE_MAIL = 'identity.email-notice'

export function createEmailChange(
  parts: SessionParts & { publicUrl: string; mail: MailQueue; emailChangeMails: EmailChangeMails },
): EmailChange {
  const { db, clock, publicUrl, mail, emailChangeMails, limits, devices } = parts

  async function pendingOf(uid: string) {
    const account = await findAccountByUid(db, uid, clock.now())
    const pending = account && (await findEmailChange(db, uid, clock.now()))
    return account && pending ? { email: account.email, newEmail: pending.email } : null
  }

  mail.handle(LINK_MAIL, async (uid) => {
    const pending = await pendingOf(uid)
    if (!pending) return null
    const token = newId()
    await setEmailToken(db, uid, token)
    const confirmUrl = `${publicUrl}/confirm-email?token=${token}`
    return { mail: { to: pending.newEmail, ...emailChangeMails.link({ ...pending, confirmUrl }) } }
  })

  mail.handle(NOTICE_MAIL, async (uid) => {
    const pending = await pendingOf(uid)
    if (!pending) return null
    const settingsUrl = `${publicUrl}/settings/security`
    return { mail: { to: pending.email, ...emailChangeMails.notice({ ...pending, settingsUrl }) } }
  })

  return {
    async requestEmailChange(account, input, from) {
      const email = readEmail(input.email)
      if (email === null) throw new Refusal('identity.email_invalid', { field: 'email' })
      await checkPassword(parts, account, input.password, 'password', from)
      if (await findAccountByEmail(db, email, clock.now()))
        throw new Refusal('identity.email_taken', { field: 'email' })
      await limits.countEmailChange(account.uid)
      const expiresAt = new Date(clock.now().getTime() + LINK_HOURS * 3_600_000)
      await transact(db, async (trx) => {
        await storeEmailChange(trx, account.uid, email, expiresAt)
        for (const kind of [LINK_MAIL, NOTICE_MAIL]) await mail.enqueue(trx, kind, account.uid)
      })
      return { email, expiresAt }
    },
    async resendEmailLink({ uid }) {
      if (!(await findEmailChange(db, uid, clock.now()))) throw new Refusal('identity.email_change_missing')
      await limits.countEmailChange(uid)
      await mail.enqueue(db, LINK_MAIL, uid)
    },
    cancelEmailChange: ({ uid }) => deleteEmailChange(db, uid),
    async emailStateOf({ uid }) {
      return { isConfirmed: await isMailVerified(db, uid), pending: await findEmailChange(db, uid, clock.now()) }
    },
    emailOfLink: async (token) => (await findByEmailToken(db, token, clock.now()))?.email ?? null,
    async confirmEmail({ token }, from) {
      const invalid = () => new Refusal('identity.email_link_invalid', { field: 'token' })
      const found = await findByEmailToken(db, token, clock.now())
      if (!found) throw invalid()
      const email = await transact(db, async (trx) => {
        await lockAccount(trx, found.uid)
        const locked = await findByEmailToken(trx, token, clock.now())
        if (!locked) throw invalid()
        if (!(await replaceEmail(trx, locked.uid, locked.email))) {
          throw new Refusal('identity.email_taken', { field: 'email' })
        }
        await deleteEmailChange(trx, locked.uid)
        return locked.email
      })
      return { setCookies: [devices.remember(from.cookie, email, clock.now())] }
    },
  }
}
