import type { Account, ChosenRole } from '#identity/account.ts'
import type { Caller } from '#identity/caller.ts'
import { readNewAccount } from '#identity/credentials.ts'
import type { Identity } from '#identity/identity.server.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import { transact } from '#platform/transact.server.ts'
import { type Creator, type CreatorChanges, type CreatorFields, USERNAME_MAX_CHARACTERS } from './creator.ts'
import { mayHaveProfile } from './creator-permissions.ts'
import {
  countCreators,
  fillSkeletons,
  findCreators,
  findStoredCreators,
  findTrainingReserved,
  findUidsContaining,
  findUidsNamed,
  hasCreators,
  hasProfile,
  insertCreator,
  lockAgainstRemoval,
  lockCreator,
  setDeactivated,
  setFounderBadge,
  type UsernameConflict,
  updateCreator,
} from './creator-rows.server.ts'
import { noWords, type WordGate, wordToHold } from './listed-words.ts'
import { isSpellingOf, readChangedFields, readCreatorFields } from './profile-fields.ts'
import { isReserved } from './skeleton.server.ts'
import { readSupportLinks } from './support-links.ts'

export interface SignUp {
  email: string
  password: string
  role: ChosenRole
  agreedToTerms: boolean
  /** A code, where signing up takes one. */
  invitation?: string
  /** This and the next two apply to creators only; a viewer's are dropped. */
  username?: string
  bio?: string
  patreonUrl?: string
}

/** Public profiles of creators, and the sign-up that stores them. */
export interface Creators {
  /**
   * Stores the account and, for a creator, the public profile, in one transaction. Reports the first error, in the order:
   * whether one may sign up, terms, email, password, role, profile, then conflicts.
   * @throws Refusal those of identity.ensureMaySignUp, identity.terms_not_agreed, those of identity.prepareAccount,
   *   creators.username_invalid, creators.username_invisible, creators.username_stacked_marks, creators.bio_invalid,
   *   creators.support_link_invalid, creators.username_reserved,
   *   creators.word_refused, creators.username_taken, creators.username_looks_taken
   */
  signUp(input: SignUp, from: Caller): Promise<Account>
  /**
   * Makes a viewer a creator and stores the profile, in one transaction.
   * @throws Refusal creators.already_creator (409) and those of the fields, as above
   */
  becomeCreator(account: Account, fields: Partial<CreatorFields>): Promise<Creator>
  /**
   * Changes the given fields of the account's own profile. An unchanged username is not validated again; links that are
   * saved are verified by a job.
   * @throws Refusal creators.creators_only (403) and, as above, those of the fields; creators.support_url_invalid,
   *   creators.support_label_invalid, creators.support_link_repeated, creators.too_many_support_links
   */
  edit(account: Account, fields: CreatorChanges): Promise<Creator>
  /** Gives an account an empty profile, in the caller's transaction, unless it has one. */
  ensureProfile(trx: Trx, uid: string): Promise<void>
  /**
   * Grants or takes the Founding Creator badge, in the caller's transaction.
   * @returns whether the creator had it; null without a profile
   */
  setFounderBadge(trx: Trx, uid: string, isGranted: boolean): Promise<boolean | null>
  /** Uids of at most 200 creators whose usernames contain this, folded as in searches of Explore. */
  uidsContaining(text: string): Promise<string[]>
  /** The profile, or null for an unknown uid, for viewers and for deactivated accounts. */
  find(uid: string): Promise<Creator | null>
  /** Uids by username, however it is spelt (see `normalForm`); unknown and empty ones are absent. */
  uidsNamed(usernames: string[]): Promise<Map<string, string>>
  /** Whether the works of this account are reserved from the training of models: always, unless its profile says otherwise. */
  isTrainingReserved(uid: string): Promise<boolean>
  /** Locks this profile until the commit. No effect for a viewer. */
  lockProfile(trx: Trx, uid: string): Promise<void>
  /** Locks this profile, and others only against removal, until the commit, in the order of their uids. */
  lockProfiles(trx: Trx, uid: string, otherUids: string[]): Promise<void>
  /** Profiles by uid; unknown ones, and those of deactivated accounts, are absent from the map. */
  findMany(uids: string[]): Promise<Map<string, Creator>>
  /** Whether anybody on this site is a creator. */
  hasAny(): Promise<boolean>
  /** Profiles by uid, including those of deactivated accounts; for moderators. Unknown uids are absent. */
  findStored(uids: string[]): Promise<Map<string, Creator>>
  /** Number of these accounts whose profile is visible. */
  countAmong(uids: string[]): Promise<number>
  /** Hides the profile of a deactivated account, or shows it again. Both are locked. No effect for a viewer. */
  setDeactivated(trx: Trx, uid: string, isDeactivated: boolean): Promise<void>
  /** Stores missing or outdated skeletons of names. Safe on any node, at any time; must run before names are chosen. */
  refreshSkeletons(): Promise<void>
}

export interface CreatorsParts {
  db: Db
  clock?: Clock
  identity: Pick<Identity, 'ensureMaySignUp' | 'prepareAccount' | 'makeCreator'>
  /** Words that names may not have, or wait for a person with; none by default. */
  words?: WordGate
  /** Stores the job that verifies the links of a profile, in the transaction that saves them. */
  queueVerification?: (trx: Trx, uid: string) => Promise<void>
}

/** Profile fields that were checked, and the word for which the name waits. */
type NewProfile = CreatorFields & { heldFor: string | null }

export function createCreators(parts: CreatorsParts): Creators {
  const { db, clock = systemClock, identity, words = noWords, queueVerification = async () => {} } = parts

  async function store(trx: Trx, profile: NewProfile & { uid: string; joinedAt: Date }): Promise<void> {
    refuseConflict(await insertCreator(trx, profile))
    await queueName(trx, profile.uid, profile.heldFor)
    if (profile.patreonUrl !== '') await queueVerification(trx, profile.uid)
  }

  async function readProfile(fields: Partial<CreatorFields>): Promise<NewProfile> {
    const profile = readCreatorFields(fields)
    return { ...profile, heldFor: await checkName(profile.username) }
  }

  /** @returns the word for which the name waits. @throws Refusal creators.username_reserved, creators.word_refused */
  async function checkName(username: string | undefined): Promise<string | null> {
    if (!username) return null
    if (isReserved(username)) throw new Refusal('creators.username_reserved', { field: 'username' })
    return wordToHold(await words.finderFor('name'), username, 'username')
  }

  async function queueName(trx: Trx, uid: string, heldFor: string | null): Promise<void> {
    if (heldFor !== null) await words.queue(trx, { kind: 'creator', id: uid }, heldFor)
  }

  async function own(account: Account): Promise<Creator> {
    const [creator] = await findCreators(db, [account.uid])
    if (!creator) throw new Refusal('creators.not_found')
    return creator
  }

  return {
    async signUp(input, from) {
      const { invitation } = input
      if (!from.isServer) await identity.ensureMaySignUp(invitation)
      if (input.agreedToTerms !== true) throw new Refusal('identity.terms_not_agreed', { field: 'agreedToTerms' })
      const newAccount = readNewAccount(input)
      // Validated before the password is hashed and the sign-up counted: a long bio costs neither.
      const profile = newAccount.role === 'creator' ? await readProfile(input) : null
      const storeAccount = await identity.prepareAccount({ ...newAccount, invitation }, from)
      return await transact(db, async (trx) => {
        const account = await storeAccount(trx)
        if (profile) await store(trx, { ...profile, uid: account.uid, joinedAt: account.createdAt })
        return account
      })
    },
    async becomeCreator(account, fields) {
      const profile = await readProfile(fields)
      await transact(db, async (trx) => {
        // Decided by the row, not by `account`: two concurrent requests make one creator.
        if (!(await identity.makeCreator(trx, account.uid))) throw new Refusal('creators.already_creator')
        await store(trx, { ...profile, uid: account.uid, joinedAt: clock.now() })
      })
      return await own(account)
    },
    async ensureProfile(trx, uid) {
      await identity.makeCreator(trx, uid)
      if (await hasProfile(trx, uid)) return
      await store(trx, { username: '', bio: '', patreonUrl: '', heldFor: null, uid, joinedAt: clock.now() })
    },
    setFounderBadge,
    uidsContaining: (text) => findUidsContaining(db, text),
    async edit(account, fields) {
      if (!mayHaveProfile(account)) throw new Refusal('creators.creators_only')
      const { username, supportLinks, trainingReserved, madeByPeople, ...others } = fields
      const stored = await own(account)
      const isUnchanged = username !== undefined && isSpellingOf(username, stored.username)
      const changes: CreatorChanges = readChangedFields(isUnchanged ? others : { username, ...others })
      if (trainingReserved !== undefined) changes.trainingReserved = trainingReserved
      if (madeByPeople !== undefined) changes.madeByPeople = madeByPeople
      if (supportLinks) changes.supportLinks = readSupportLinks(supportLinks, stored.supportLinks)
      const heldFor = await checkName(changes.username)
      const result = await updateCreator(db, account.uid, changes, {
        nameChanged: (trx) => queueName(trx, account.uid, heldFor),
        linksChanged: (trx) => queueVerification(trx, account.uid),
      })
      if (result !== 'changed' && result !== 'absent') refuseConflict(result)
      return await own(account)
    },
    async find(uid) {
      if (!isPossibleId(uid)) return null
      return (await findCreators(db, [uid]))[0] ?? null
    },
    async uidsNamed(usernames) {
      const isPossible = (username: string) => readText(username, { maxCharacters: USERNAME_MAX_CHARACTERS }).ok
      return await findUidsNamed(db, usernames.filter(isPossible))
    },
    isTrainingReserved: async (uid) => (await findTrainingReserved(db, uid)) ?? true,
    async lockProfile(trx, uid) {
      await lockCreator(trx, uid)
    },
    async lockProfiles(trx, uid, otherUids) {
      await lockAgainstRemoval(trx, otherUids, '<', uid)
      await lockCreator(trx, uid)
      await lockAgainstRemoval(trx, otherUids, '>', uid)
    },
    hasAny: () => hasCreators(db),
    findMany: async (uids) => byUid(await findCreators(db, possible(uids))),
    findStored: async (uids) => byUid(await findStoredCreators(db, possible(uids))),
    countAmong: (uids) => countCreators(db, uids),
    setDeactivated,
    refreshSkeletons: () => fillSkeletons(db),
  }
}

function possible(uids: string[]): string[] {
  return [...new Set(uids)].filter(isPossibleId)
}

function byUid(creators: Creator[]): Map<string, Creator> {
  return new Map(creators.map((creator) => [creator.uid, creator]))
}

function refuseConflict(conflict: UsernameConflict | null): void {
  if (conflict) throw new Refusal(`creators.${conflict}`, { field: 'username' })
}
