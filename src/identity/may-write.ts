import { Refusal } from '#platform/refusal.ts'
import type { Account } from './account.ts'
import type { MailVerification } from './mail-verification.server.ts'

/**
 * Writes that concern the account itself, as method and route: they stay open to one that may not write. Forms of a
 * screen with several follow a number sign: the screen is open, and its action asks for each. Writes that need no account
 * are open too.
 * @see docs/product.md#suspension
 */
const writesOfAccount: ReadonlySet<string> = new Set([
  'POST /api/v1/me/export',
  'PUT /api/v1/me/password',
  'PUT /api/v1/me/email',
  'PUT /api/v1/me/nsfw',
  'POST /api/v1/me/decisions/:id/appeal',
  'DELETE /api/v1/me',
  'DELETE /api/v1/me/sessions',
  'DELETE /api/v1/me/sessions/:id',
  'POST /login',
  'POST /login/code',
  'POST /login/provider',
  'POST /sign-in-again',
  'POST /logout',
  'POST /announcement',
  'POST /signup',
  'POST /forgot-password',
  'POST /reset-password',
  'POST /confirm-email',
  'POST /unsubscribe',
  'POST /report',
  'POST /report#send',
  'POST /watch/:episodeId',
  'POST /watch/:episodeId#show nsfw',
  'POST /watch/:episodeId#always show nsfw',
  'POST /settings/decisions',
  'POST /settings',
  'POST /settings/watching',
  'POST /settings/notifications',
  'POST /settings/security',
  'POST /settings/data',
  'POST /settings#verify',
  'POST /settings#theme',
  'POST /settings#nsfw',
  'POST /settings#email',
  'POST /settings#password',
  'POST /settings#provider',
  'POST /settings#sessions',
  'POST /settings#passkeys',
  'POST /settings#two-step',
  'POST /settings#recovery',
  'POST /settings#export',
  'POST /settings#delete',
])

/** @param write method and route, such as `POST /upload` */
export function isWriteOfAccount(write: string): boolean {
  return writesOfAccount.has(write)
}

export interface MayWrite {
  /**
   * Called for every write of an account that is not one of those above: by the API, by forms and by sections of one.
   * @throws Refusal identity.suspended, with the end and the words for its sentence; identity.mail_not_verified
   */
  ensureMayWrite(account: Account): Promise<void>
}

export function createMayWrite({ awaitsVerification }: Pick<MailVerification, 'awaitsVerification'>): MayWrite {
  return {
    async ensureMayWrite(account) {
      if (account.suspension) {
        const { until, reason } = account.suspension
        throw new Refusal('identity.suspended', { values: { until: until.toISOString(), reason } })
      }
      if (await awaitsVerification(account)) throw new Refusal('identity.mail_not_verified')
    },
  }
}
