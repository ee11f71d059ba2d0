import type { Creators } from '#creators/creators.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { createRateLimits, removeLimits, takeAll } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { CREDIT_REQUESTS_PER_DAY, type NewCredit } from './credit.ts'
import { readCredits } from './credit-fields.ts'
import { declinedAmong, replaceCredits, storedCredits } from './credit-rows.server.ts'
import { mergeCredits } from './merge-credits.ts'

export interface CreditWriterParts {
  creators: Pick<Creators, 'findMany'>
  identity: Pick<Identity, 'lockAllAgainstRemoval'>
}

/** Validated credits of one request, to be stored in the transaction that stores the episode. */
export interface CreditChange {
  /** Locks the accounts named against their removal, before all other locks. @throws Refusal catalog.credit_person_unknown */
  lockPeople(trx: Trx): Promise<void>
  /**
   * Makes them the credits of the episode, which is locked. Takes a slot of its creator for each person newly asked.
   * @throws Refusal catalog.credit_declined, catalog.credit_requests_too_many
   */
  store(trx: Trx, episode: { id: string; creatorId: string }, now: Date): Promise<void>
}

/**
 * Prepares credits for storing; absent ones change nothing.
 * @throws Refusal catalog.credits_invalid, catalog.credit_person_unknown
 */
export async function prepareCredits(
  { creators, identity }: CreditWriterParts,
  raw: readonly NewCredit[] | undefined,
): Promise<CreditChange> {
  if (!raw) return { lockPeople: async () => {}, store: async () => {} }
  const credits = readCredits(raw)
  const uids = [...new Set(credits.flatMap(({ uid }) => uid ?? []))]
  const profiles = await creators.findMany(uids)
  if (uids.some((uid) => !profiles.has(uid))) throw unknownPerson()
  return {
    async lockPeople(trx) {
      if (uids.length === 0) return
      const present = await identity.lockAllAgainstRemoval(trx, uids)
      if (present.length < uids.length) throw unknownPerson()
    },
    async store(trx, { id: episodeId, creatorId }, now) {
      const merged = mergeCredits(await storedCredits(trx, episodeId), credits)
      const asked = merged.flatMap((credit) => (credit.kind === 'new' && credit.uid ? [credit.uid] : []))
      if ((await declinedAmong(trx, episodeId, asked)).size > 0)
        throw new Refusal('catalog.credit_declined', { field: 'credits' })
      const rows = merged.map((credit) => {
        if (credit.kind === 'kept') return { id: credit.id }
        const { name, role, uid } = credit
        // A link to oneself needs nobody's agreement.
        const acceptedAt = uid === creatorId ? now : null
        return { id: newId(), name, role, uid, askedAt: uid === null ? null : now, acceptedAt }
      })
      await replaceCredits(trx, episodeId, rows)
      // Last: while the key is held, no other lock is waited for.
      await takeRequests(trx, creatorId, asked.filter((uid) => uid !== creatorId).length)
    },
  }
}

const requestLimit = { count: CREDIT_REQUESTS_PER_DAY, windowSeconds: 86_400 }

function requestLimitKey(creatorId: string): string {
  return `credit-requests:${creatorId}`
}

/** @throws Refusal catalog.credit_requests_too_many */
async function takeRequests(trx: Trx, creatorId: string, number: number): Promise<void> {
  const slot = { key: requestLimitKey(creatorId), ...requestLimit }
  const taken = await takeAll(
    trx,
    Array.from({ length: number }, () => [slot]),
  )
  if (taken.every((fullKey) => fullKey === null)) return
  const left = await createRateLimits(trx).check(slot.key, requestLimit)
  const retry = left.allowed ? {} : { retryAfterSeconds: left.retryAfterSeconds }
  throw new Refusal('catalog.credit_requests_too_many', { field: 'credits', ...retry })
}

/** Removes the key of this creator from the rate limits. */
export function removeRequestLimit(trx: Trx, creatorId: string): Promise<void> {
  return removeLimits(trx, [requestLimitKey(creatorId)])
}

function unknownPerson(): Refusal {
  return new Refusal('catalog.credit_person_unknown', { field: 'credits' })
}
