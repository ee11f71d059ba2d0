import { type FindWord, type WordGate, wordToHold } from '#creators/listed-words.ts'
import type { Trx } from '#platform/database.server.ts'
import { createRateLimits, type RateLimit, takeAll } from '#platform/rate-limits.server.ts'
import { Refusal, type RefusalCode } from '#platform/refusal.ts'
import { isHeldBack } from './comments/comment.ts'
import { isBlocked } from './comments/comment-block-rows.server.ts'
import type { CommentGate, CommentPolicy } from './comments/comment-policy.ts'

// Whether a comment is taken.

export interface AdmissionParts {
  gate: CommentGate
  words: WordGate
}

export interface SiteRules {
  policy: CommentPolicy
  find: FindWord
}

/** How the site takes texts now. Not within a transaction. @throws Refusal engagement.comments_closed_everywhere */
export async function readSiteRules({ gate, words }: AdmissionParts): Promise<SiteRules> {
  const [policy, find] = await Promise.all([gate.commentPolicy(), words.finderFor('comment')])
  if (policy === 'closed') throw new Refusal('engagement.comments_closed_everywhere')
  return { policy, find }
}

/** @throws Refusal engagement.comments_blocked when the creator has blocked this person */
export async function refuseBlocked(trx: Trx, block: { creatorUid: string; uid: string }): Promise<void> {
  if (await isBlocked(trx, block)) throw new Refusal('engagement.comments_blocked')
}

/**
 * Whether a text is held, and for which word of the list. A creator's own is not, on their own episode.
 * @throws Refusal creators.word_refused
 */
export function takeText(text: string, { isCreator, policy, find }: SiteRules & { isCreator: boolean }) {
  const word = wordToHold(find, text, 'text')
  if (isCreator) return { held: false, word: null }
  return { held: word !== null || isHeldBack(text, policy), word }
}

/** Takes a slot under each of these keys, or none. @throws Refusal of the first one that is full */
export async function takeSlots(trx: Trx, slots: (RateLimit & { key: string; refusal: RefusalCode })[]): Promise<void> {
  const [full] = await takeAll(trx, [slots])
  const slot = slots.find(({ key }) => key === full)
  if (!slot) return
  const left = await createRateLimits(trx).check(slot.key, slot)
  throw new Refusal(slot.refusal, left.allowed ? {} : { retryAfterSeconds: left.retryAfterSeconds })
}
