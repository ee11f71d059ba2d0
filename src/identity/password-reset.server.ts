import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { MailText } from '#platform/mail.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Emit, roomEvent } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import {
  consumeResetToken,
  findAccountByEmail,
  findAccountByUid,
  insertResetToken,
  isResetTokenValid,
  replacePassword,
  setMailVerified,
  voidOlderTokens,
} from './account-rows.server.ts'
import type { Caller } from './caller.ts'
import { checkNewPassword, readEmail } from './credentials.ts'
import type { createIdentityLimits } from './identity-limits.server.ts'
import type { createKnownDevices } from './known-devices.server.ts'
import type { PasswordHashing } from './password-hashing.server.ts'
import type { SessionChange } from './session-change.ts'
import { findRecoveryCodes } from './two-step-rows.server.ts'

/** An account has another password: what was begun with the one before is over. Its row is locked. */
export const passwordReplaced = roomEvent<{ uid: string }>('identity.password-replaced')

/** Sets a forgotten password by a mailed link. */
export interface PasswordReset {
  /**
   * Mails a reset link if the email address has an account; otherwise the response and its time are the same.
   * @throws Refusal identity.email_invalid, identity.too_many_resets
   */
  requestPasswordReset(input: { email: string }, from: Caller): Promise<void>
  /**
   * Sets a new password by a mailed token, once. Ends every session and every other reset link of the account. The
   * response makes the browser known to the account, unless two-step codes are on: guesses at them get no slots of their own.
   * @throws Refusal identity.reset_link_invalid, identity.password_required, identity.password_too_short,
   *   identity.password_too_long
   */
  resetPassword(input: { token: string; newPassword: string }, from: Caller): Promise<SessionChange>
}

export interface PasswordResetParts {
  db: Db
  clock: Clock
  /** Public URL of the site, without a trailing slash. */
  publicUrl: string
  mail: MailQueue
  /** Words the mail with the link. */
  resetMail(content: ResetMailContent): MailText
  passwords: PasswordHashing
  limits: ReturnType<typeof createIdentityLimits>
  devices: ReturnType<typeof createKnownDevices>
  emit: Emit
}

export interface ResetMailContent {
  email: string
  resetUrl: string
}

/** Shortest response time of a reset request, so that it does not reveal whether a mail is sent. */
const RESET_RESPONSE_MS = 400
const RESET_TOKEN_MS = 3_600_000
const RESET_MAIL = 'identity.reset'

export function createPasswordReset(parts: PasswordResetParts): PasswordReset {
  const { db, clock, publicUrl, mail, resetMail, passwords, limits, devices, emit } = parts

  // The token is created when the mail is sent. Earlier links stay valid until then.
  mail.handle(RESET_MAIL, async (uid) => {
    const account = await findAccountByUid(db, uid, clock.now())
    if (!account) return null
    const token = newId()
    await insertResetToken(db, uid, token, new Date(clock.now().getTime() + RESET_TOKEN_MS))
    const { email } = account
    // The link has no other source of its origin: the caller controls the Host header.
    const resetUrl = `${publicUrl}/reset-password?token=${token}`
    return {
      mail: { to: email, ...resetMail({ email, resetUrl }) },
      onSent: () => voidOlderTokens(db, uid, token),
    }
  })

  return {
    async requestPasswordReset(input: { email: string }, from: Caller): Promise<void> {
      const email = readEmail(input.email)
      if (email === null) throw new Refusal('identity.email_invalid', { field: 'email' })
      await limits.countResetRequest(from)
      const minResponseTime = wait(RESET_RESPONSE_MS)
      try {
        const account = await findAccountByEmail(db, email, clock.now())
        if (account && (await limits.mayMailReset(email))) await mail.enqueue(db, RESET_MAIL, account.uid)
      } finally {
        await minResponseTime
      }
    },

    async resetPassword(input: { token: string; newPassword: string }, from: Caller): Promise<SessionChange> {
      checkNewPassword(input.newPassword, 'newPassword')
      const invalid = () => new Refusal('identity.reset_link_invalid', { field: 'token' })
      // Avoids hashing for guessed tokens.
      if (!(await isResetTokenValid(db, input.token, clock.now()))) throw invalid()
      const passwordHash = await passwords.hash(input.newPassword)
      const uid = await transact(db, async (trx) => {
        const uid = await consumeResetToken(trx, input.token, clock.now())
        if (uid === null) throw invalid()
        await replacePassword(trx, uid, passwordHash)
        await emit(trx, passwordReplaced, { uid })
        return uid
      })
      // The link was mailed to the account's address. In the transaction, the account would be locked after its password.
      await setMailVerified(db, uid)
      const account = await findAccountByUid(db, uid, clock.now())
      // Reading the account's mail proves ownership: guesses of others must not lock the owner out now.
      if (account && (await findRecoveryCodes(db, uid)) !== null) return { setCookies: [] }
      return { setCookies: account ? [devices.remember(from.cookie, account.email, clock.now())] : [] }
    },
  }
}
