import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Account } from './account.ts'
import { findNsfwSetting, storeNsfwSetting } from './account-rows.server.ts'
import { checkAdult, type NsfwChoice } from './adult.ts'

/** The choices of an account about adult episodes. */
export interface NsfwSetting {
  /** Whether it is an adult's: it has given a year of birth, which is not stored. */
  isAdult: boolean
  /** Whether they are shown without asking. */
  always: boolean
}

export interface NsfwSettings {
  nsfwSettingOf(account: Pick<Account, 'uid'>): Promise<NsfwSetting>
  /**
   * Stores whether adult episodes are shown without asking, with effect from the next request. Of the year of birth only the
   * fact that it is an adult's is kept.
   * @throws Refusal identity.birth_year_required, identity.birth_year_invalid, identity.under_age
   */
  changeNsfwSetting(account: Pick<Account, 'uid'>, choice: NsfwChoice): Promise<void>
}

export function createNsfwSettings({ db, clock }: { db: Db; clock: Clock }): NsfwSettings {
  const nsfwSettingOf: NsfwSettings['nsfwSettingOf'] = async ({ uid }) =>
    (await findNsfwSetting(db, uid)) ?? { isAdult: false, always: false }
  return {
    nsfwSettingOf,
    async changeNsfwSetting(account, { always, birthYear }) {
      if (birthYear !== undefined) checkAdult(birthYear, clock.now())
      const isAdult = birthYear !== undefined || (await nsfwSettingOf(account)).isAdult
      if (always && !isAdult) throw new Refusal('identity.birth_year_required', { field: 'birthYear' })
      await storeNsfwSetting(db, account.uid, { isAdult, always })
    },
  }
}
