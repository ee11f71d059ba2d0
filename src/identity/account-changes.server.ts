import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { type Emit, roomEvent } from '#platform/room-events.ts'
import type { Account, Role, Suspension } from './account.ts'
import {
  type AccountSearch,
  findAccounts,
  hasAdmin,
  hasOtherAdmin,
  lockAccountsForChange,
  searchAccounts,
  updateRole,
  updateSuspension,
} from './account-change-rows.server.ts'
import { findAccountByEmail } from './account-rows.server.ts'
import { readEmail } from './credentials.ts'

/** An account was suspended: its sessions are over. Its row is locked. */
export const accountSuspended = roomEvent<{ uid: string }>('identity.account-suspended')

/** Changes of accounts by moderators and admins. Room `moderation` decides who may make them. */
export interface AccountChanges {
  /** The account of an email address in any spelling; null for none. */
  findByEmail(email: string): Promise<Account | null>
  /** Accounts by uid, in no order; unknown ones are absent. */
  findMany(uids: string[]): Promise<Account[]>
  /** Accounts, newest first. */
  searchAccounts(search: AccountSearch): Promise<Account[]>
  /** Locks these accounts against changes until the commit, in the order of their uids. @returns those that exist */
  lockForChange(trx: Trx, uids: string[]): Promise<Map<string, Account>>
  /** Takes effect from the next request. The account is locked. */
  setRole(trx: Trx, uid: string, role: Role): Promise<void>
  /** Ends every session of the account on every node, and its open uploads; null lifts. The account is locked. */
  setSuspension(trx: Trx, uid: string, suspension: Suspension | null): Promise<void>
  /** Whether another admin who may write remains without this one. Serialised until the commit. */
  hasOtherAdmin(trx: Trx, uid: string): Promise<boolean>
  /** Whether there is an admin. */
  hasAdmin(): Promise<boolean>
}

export interface AccountChangesParts {
  db: Db
  clock: Clock
  emit: Emit
}

export function createAccountChanges({ db, clock, emit }: AccountChangesParts): AccountChanges {
  return {
    async findByEmail(email) {
      const stored = readEmail(email)
      return stored === null ? null : await findAccountByEmail(db, stored, clock.now())
    },
    findMany: (uids) => findAccounts(db, uids, clock.now()),
    searchAccounts: (search) => searchAccounts(db, search, clock.now()),
    lockForChange: (trx, uids) => lockAccountsForChange(trx, uids, clock.now()),
    setRole: updateRole,
    async setSuspension(trx, uid, suspension) {
      await updateSuspension(trx, uid, suspension)
      if (suspension) await emit(trx, accountSuspended, { uid })
    },
    hasOtherAdmin: (trx, uid) => hasOtherAdmin(trx, uid, clock.now()),
    hasAdmin: () => hasAdmin(db),
  }
}
