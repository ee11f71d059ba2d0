import { createHmac } from 'node:crypto'
import pLimit, { type LimitFunction } from 'p-limit'
import { networkOf } from '#platform/ip-address.ts'
import type { ProofOfWork } from '#platform/proof-of-work.server.ts'
import type { RateLimit, RateLimits } from '#platform/rate-limits.server.ts'
import { isRefusal, Refusal, type RefusalCode } from '#platform/refusal.ts'
import type { Caller } from './caller.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Limits per network, and per account for everyone together. @see docs/product.md#limits */
const identityLimits = {
  failedSignInsOfAddress: { count: 20, windowSeconds: 10 * MINUTE },
  failedSignInsOfAccount: { count: 10, windowSeconds: 15 * MINUTE },
  failedGuessesOfOwner: { count: 10, windowSeconds: 15 * MINUTE },
  signInStartsOfAddress: { count: 300, windowSeconds: 10 * MINUTE },
  signUpsOfAddress: { count: 100, windowSeconds: HOUR },
  resetRequestsOfAddress: { count: 60, windowSeconds: HOUR },
  verificationMailsOfAccount: { count: 5, windowSeconds: HOUR },
  resetMailsOfAccount: { count: 5, windowSeconds: HOUR },
  emailChangesOfAccount: { count: 5, windowSeconds: HOUR },
  // A code is accepted for 90 seconds at most: its own 30, and 30 on both sides.
  useOfCode: { count: 1, windowSeconds: 2 * MINUTE },
} as const satisfies Record<string, RateLimit>

interface Slot {
  key: string
  limit: RateLimit
}

/** Shared by guesses under one key: they take slots one at a time, so that each sees the current holders. */
interface Gate {
  mutex: LimitFunction
  holders: Set<Promise<void>>
  refCount: number
}

export interface IdentityLimits {
  /**
   * The limit comes first: nobody works for a sign-up that would be refused anyway.
   * @param isVouchedFor no proof of work is asked for
   * @throws Refusal identity.too_many_sign_ups, request.proof_required
   */
  countSignUp(from: Caller, isVouchedFor?: boolean): Promise<void>
  /** Counts the data stored for a sign-in that may never end. @throws Refusal identity.too_many_sign_ins */
  countSignInStart(from: Caller): Promise<void>
  /** @throws Refusal identity.too_many_resets */
  countResetRequest(from: Caller): Promise<void>
  /** Counts a reset mail and returns whether it may be sent. Works the same for addresses without an account. */
  mayMailReset(email: string): Promise<boolean>
  /** @throws Refusal identity.too_many_verification_mails */
  countVerificationMail(email: string): Promise<void>
  /** Counts the mails of a change of address. @throws Refusal identity.too_many_email_changes */
  countEmailChange(uid: string): Promise<void>
  /** Notes that a two-step code of an account was tried, and returns whether it is the first time. */
  mayUseCode(uid: string, code: string): Promise<boolean>
  /** Counts a call of one of better-auth's routes against the route's own rule. */
  countCall(
    who: string,
    rule: { window: number; max: number },
  ): Promise<{ allowed: boolean; retryAfter: number | null }>
  /**
   * Runs one guess at a password, a code or a passkey. The guess holds its slots while it runs and releases them unless it was wrong:
   * concurrent guesses find no more slots than sequential ones.
   * @param email null where a guess names no account: only its network counts
   * @param owner a session or a known device, which only a browser of the account's owner can present: its guesses have
   *   their own slots, which others cannot use up; null for everyone else
   * @throws Refusal identity.too_many_sign_ins, and any error of the guess
   */
  withGuessLimits<T>(email: string | null, from: Caller, guess: () => Promise<T>, owner?: string | null): Promise<T>
}

/** @param secret keys the hashes under which networks and accounts are counted */
export function createIdentityLimits(rateLimits: RateLimits, secret: string, proofOfWork: ProofOfWork): IdentityLimits {
  // One for each key with a running guess in this process.
  const gates = new Map<string, Gate>()

  const keyOf = (name: string, who: string) => `${name}:${createHmac('sha256', secret).update(who).digest('base64url')}`
  const slot = (name: keyof typeof identityLimits, who: string): Slot => ({
    key: keyOf(name, who),
    limit: identityLimits[name],
  })

  async function count(code: RefusalCode, { key, limit }: Slot): Promise<void> {
    const taken = await rateLimits.take(key, limit)
    if (!taken.allowed) throw new Refusal(code, { retryAfterSeconds: taken.retryAfterSeconds })
  }

  /**
   * Takes a slot, or waits while running guesses hold slots that they may release: the right password is not refused
   * because many people sign in simultaneously. Does not wait for guesses of other processes.
   */
  async function acquireSlot({ key, limit }: Slot, gate: Gate): Promise<() => void> {
    for (;;) {
      const { taken, holders, release } = await gate.mutex(async () => {
        const holders = [...gate.holders]
        const taken = await rateLimits.take(key, limit)
        const { promise, resolve } = Promise.withResolvers<void>()
        if (taken.allowed) gate.holders.add(promise)
        const release = () => {
          gate.holders.delete(promise)
          resolve()
        }
        return { taken, holders, release }
      })
      if (taken.allowed) return release
      if (holders.length === 0) {
        throw new Refusal('identity.too_many_sign_ins', { retryAfterSeconds: taken.retryAfterSeconds })
      }
      await Promise.all(holders)
    }
  }

  async function withSlots<T>(slots: Slot[], guess: () => Promise<T>): Promise<T> {
    const [first, ...rest] = slots
    if (!first) return await guess()
    const gate = gates.get(first.key) ?? { mutex: pLimit(1), holders: new Set(), refCount: 0 }
    gates.set(first.key, gate)
    gate.refCount += 1
    try {
      const release = await acquireSlot(first, gate)
      let wasWrong = false
      try {
        return await withSlots(rest, guess)
      } catch (error) {
        wasWrong = isWrongGuess(error)
        throw error
      } finally {
        // A slot that cannot be released costs one attempt; the result of the guess matters more.
        if (!wasWrong) await rateLimits.release(first.key).catch(() => undefined)
        release()
      }
    } finally {
      gate.refCount -= 1
      if (gate.refCount === 0) gates.delete(first.key)
    }
  }

  return {
    async countSignUp(from, isVouchedFor = false) {
      const network = networkOf(from.ip)
      const signUp = slot('signUpsOfAddress', network)
      const free = await rateLimits.check(signUp.key, signUp.limit)
      if (!free.allowed) throw new Refusal('identity.too_many_sign_ups', { retryAfterSeconds: free.retryAfterSeconds })
      if (!isVouchedFor) await proofOfWork.expectWhenBusy('sign-up', network, from.proof ?? null)
      await count('identity.too_many_sign_ups', signUp)
    },
    countSignInStart: (from) => count('identity.too_many_sign_ins', slot('signInStartsOfAddress', networkOf(from.ip))),
    countResetRequest: (from) => count('identity.too_many_resets', slot('resetRequestsOfAddress', networkOf(from.ip))),
    async mayMailReset(email) {
      const { key, limit } = slot('resetMailsOfAccount', email)
      return (await rateLimits.take(key, limit)).allowed
    },
    countVerificationMail: (email) =>
      count('identity.too_many_verification_mails', slot('verificationMailsOfAccount', email)),
    countEmailChange: (uid) => count('identity.too_many_email_changes', slot('emailChangesOfAccount', uid)),
    async mayUseCode(uid, code) {
      const { key, limit } = slot('useOfCode', `${uid} ${code}`)
      return (await rateLimits.take(key, limit)).allowed
    },
    async countCall(who, { window, max }) {
      const taken = await rateLimits.take(keyOf('calls', who), { count: max, windowSeconds: window })
      return { allowed: taken.allowed, retryAfter: taken.allowed ? null : taken.retryAfterSeconds }
    },
    withGuessLimits(email, from, guess, owner = null) {
      if (owner !== null) return withSlots([slot('failedGuessesOfOwner', `${owner} ${email}`)], guess)
      const ofNetwork = slot('failedSignInsOfAddress', networkOf(from.ip))
      return withSlots(email === null ? [ofNetwork] : [ofNetwork, slot('failedSignInsOfAccount', email)], guess)
    },
  }
}

const wrongGuesses: ReadonlySet<string> = new Set([
  'identity.sign_in_failed',
  'identity.password_wrong',
  'identity.code_wrong',
  'identity.passkey_refused',
])

function isWrongGuess(error: unknown): boolean {
  return isRefusal(error) && wrongGuesses.has(error.code)
}
