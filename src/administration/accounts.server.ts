import type { Account, Role } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { AccountFields } from './account-fields.ts'
import { type AccountVerbsParts, type Actor, changeAccount, expectMayLeave } from './account-verbs.server.ts'
import type { ManagedAccount } from './managed-account.ts'
import { type AccountQuery, findManaged, listAccounts, type ManagedAccountsParts } from './managed-accounts.server.ts'

/** Accounts as the people who look after the site read and change them, and how the first admin comes to be. */
export interface Accounts {
  /** Newest first; `limit` is 1 to 60. @throws Refusal moderation.cursor_invalid */
  list(query: AccountQuery): Promise<{ accounts: ManagedAccount[]; nextCursor: string | null }>
  /** @throws Refusal moderation.account_not_found */
  find(uid: string): Promise<ManagedAccount>
  /** The account of an email address. @throws Refusal moderation.account_not_found */
  findByEmail(email: string): Promise<ManagedAccount>
  /** Names of people, or their email addresses, by uid; those that are gone are absent. */
  namesOf(uids: string[]): Promise<Map<string, string>>
  /**
   * Changes an account, all fields or none, each with its entry in the audit log; unchanged fields get none.
   * A moderator may only suspend and restore. From the console, anything may be changed of anybody.
   * @throws Refusal moderation.account_not_found, moderation.own_account, moderation.admin_account,
   *   moderation.admins_only, identity.role_from_command_line, moderation.last_admin,
   *   moderation.badge_without_profile, moderation.quota_invalid, moderation.until_invalid, moderation.reason_required,
   *   moderation.reason_invalid
   */
  change(actor: Actor, uid: string, fields: AccountFields): Promise<ManagedAccount>
  /**
   * Makes an account with any role, from the command line; a creator gets an empty profile.
   * @throws Refusal as of signing up
   */
  create(input: { email: string; password: string; role: Role }): Promise<Account>
  /** Called when an account is deleted, with it locked. @throws Refusal moderation.last_admin */
  expectMayLeave(trx: Trx, uid: string): Promise<void>
  /** Makes the signed-in account the first admin. @throws Refusal moderation.first_admin_link_invalid */
  becomeFirstAdmin(account: Account, token: string): Promise<void>
  /** Makes a new account the first admin. @throws Refusal moderation.first_admin_link_invalid, and as of signing up */
  createFirstAdmin(input: { email: string; password: string }, token: string): Promise<Account>
}

export interface AccountsParts
  extends AccountVerbsParts,
    Omit<ManagedAccountsParts, 'identity' | 'creators' | 'video'> {
  identity: Identity
  creators: AccountVerbsParts['creators'] & ManagedAccountsParts['creators']
  video: AccountVerbsParts['video'] & ManagedAccountsParts['video']
}

export function createAccounts(parts: AccountsParts): Accounts {
  const { db, identity, creators } = parts
  return {
    list: (query) => listAccounts(parts, query),
    find: (uid) => findManaged(parts, uid),

    async findByEmail(email) {
      const account = await identity.findByEmail(email)
      if (!account) throw new Refusal('moderation.account_not_found')
      return await findManaged(parts, account.uid)
    },

    async namesOf(uids) {
      const [accounts, profiles] = await Promise.all([identity.findMany(uids), creators.findStored(uids)])
      return new Map(accounts.map(({ uid, email }) => [uid, profiles.get(uid)?.username || email]))
    },

    async change(actor, uid, fields) {
      if (!isPossibleId(uid)) throw new Refusal('moderation.account_not_found')
      await changeAccount(parts, actor, uid, fields)
      return await findManaged(parts, uid)
    },

    async create(input) {
      const store = await identity.prepareAccountOf(input)
      return await transact(db, (trx) => storeAccount(parts, trx, store, input.role))
    },

    expectMayLeave: (trx, uid) => expectMayLeave(parts, trx, uid),

    async becomeFirstAdmin({ uid }, token) {
      await transact(db, async (trx) => {
        const subject = (await identity.lockForChange(trx, [uid])).get(uid)
        if (!subject) throw new Refusal('identity.sign_in_required')
        await consume(identity, trx, token)
        await identity.setRole(trx, uid, 'admin')
        await recordFirstAdmin(parts, trx, uid, { role: subject.role })
      })
    },

    async createFirstAdmin(input, token) {
      // Hashing a password takes time, which guessed tokens do not get.
      if (!(await identity.isFirstAdminToken(token))) throw new Refusal('moderation.first_admin_link_invalid')
      const store = await identity.prepareAccountOf({ ...input, role: 'admin' })
      return await transact(db, async (trx) => {
        await consume(identity, trx, token)
        const account = await store(trx)
        await recordFirstAdmin(parts, trx, account.uid, {})
        return account
      })
    },
  }
}

/** Stores an account that somebody with access to the server makes. */
async function storeAccount(
  parts: AccountVerbsParts,
  trx: Trx,
  store: (trx: Trx) => Promise<Account>,
  role: Role,
): Promise<Account> {
  const account = await store(trx)
  if (role === 'creator') await parts.creators.ensureProfile(trx, account.uid)
  await parts.audit.record(trx, {
    actor: 'console',
    action: 'account.created',
    subject: { kind: 'account', id: account.uid },
    reason: '',
    before: {},
    after: { role },
  })
  return account
}

/** Records the first admin as their own act: they opened the link in a browser. */
async function recordFirstAdmin(
  { audit }: Pick<AccountVerbsParts, 'audit'>,
  trx: Trx,
  uid: string,
  before: { role?: Role },
): Promise<void> {
  await audit.record(trx, {
    actor: { uid },
    action: 'account.first-admin',
    subject: { kind: 'account', id: uid },
    reason: '',
    before,
    after: { role: 'admin' },
  })
}

/** @throws Refusal moderation.first_admin_link_invalid */
async function consume(identity: Identity, trx: Trx, token: string): Promise<void> {
  if (!(await identity.consumeFirstAdminToken(trx, token))) throw new Refusal('moderation.first_admin_link_invalid')
}
