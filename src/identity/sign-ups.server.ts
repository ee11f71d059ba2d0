import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Account, Role } from './account.ts'
import { insertAccount } from './account-rows.server.ts'
import type { AdmitSignUp } from './admit-sign-up.server.ts'
import type { Caller } from './caller.ts'
import { type NewAccount, readNewAccount } from './credentials.ts'
import type { PasswordHashing } from './password-hashing.server.ts'

/** Accounts with a password; those of the provider are made when somebody comes back from it. */
export interface SignUps {
  /**
   * Hashes the password and counts the sign-up against its limit; returns a function that stores the account in the
   * caller's transaction, so that the rows of the account commit with it, and takes a use of the invitation where one
   * is needed.
   * @throws Refusal identity.email_invalid, identity.password_required, identity.password_too_short,
   *   identity.password_too_long, identity.role_unknown, and those of `AdmitSignUp`; from the returned function:
   *   identity.email_taken
   */
  prepareAccount(input: NewAccount, from: Caller): Promise<(trx: Trx) => Promise<Account>>
  /**
   * Prepares an account that the operator makes, with any role and no limit. The caller makes a creator's profile.
   * @throws Refusal as `prepareAccount`, but for those of `AdmitSignUp`
   */
  prepareAccountOf(input: { email: string; password: string; role: Role }): Promise<(trx: Trx) => Promise<Account>>
}

interface SignUpParts {
  clock: Clock
  passwords: PasswordHashing
  admitSignUp: AdmitSignUp
  /** Mails the first link that confirms an address, where the operator wants it. */
  sendFirstLink(trx: Trx, uid: string): Promise<void>
}

export function createSignUps({ clock, passwords, admitSignUp, sendFirstLink }: SignUpParts): SignUps {
  async function prepare(
    input: { email: string; role: Role; isMailVerified: boolean },
    password: string,
  ): Promise<(trx: Trx) => Promise<Account>> {
    const passwordHash = await passwords.hash(password)
    return async (trx) => {
      const account = await insertAccount(trx, { ...input, createdAt: clock.now() }, passwordHash)
      if (!account) throw new Refusal('identity.email_taken', { field: 'email' })
      if (!input.isMailVerified) await sendFirstLink(trx, account.uid)
      return account
    }
  }

  return {
    async prepareAccount(input, from) {
      const { email, password, role } = readNewAccount(input)
      const takeInvitation = await admitSignUp({ email, isVouchedFor: false, invitation: input.invitation }, from)
      const store = await prepare({ email, role, isMailVerified: from.isServer === true }, password)
      return async (trx) => {
        await takeInvitation?.(trx)
        return await store(trx)
      }
    },
    async prepareAccountOf({ role, ...input }) {
      const { email, password } = readNewAccount({ ...input, role: 'viewer' })
      return await prepare({ email, role, isMailVerified: true }, password)
    },
  }
}
