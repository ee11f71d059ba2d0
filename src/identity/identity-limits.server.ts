import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import pLimit, { type LimitFunction } from 'p-limit'
import type { RateLimit, RateLimits } from '#platform/rate-limits.server.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import type { Caller } from './caller.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How much one address, and anybody against one account, may do. @see docs/product.md#limits */
const identityLimits = {
  failedSignInsOfAddress: { count: 20, windowSeconds: 10 * MINUTE },
  failedSignInsOfAccount: { count: 10, windowSeconds: 15 * MINUTE },
  failedGuessesOfOwner: { count: 10, windowSeconds: 15 * MINUTE },
  signUpsOfAddress: { count: 100, windowSeconds: HOUR },
  resetRequestsOfAddress: { count: 60, windowSeconds: HOUR },
  resetMailsOfAccount: { count: 5, windowSeconds: HOUR },
} as const satisfies Record<string, RateLimit>

interface Place {
  key: string
  limit: RateLimit
}

/** Where guesses under one key meet: they take places one at a time, so that each sees who holds one. */
interface Gate {
  turn: LimitFunction
  holders: Set<Promise<void>>
  visitors: number
}

export interface IdentityLimits {
  /** @throws Refusal identity.too_many_sign_ups */
  countSignUp(from: Caller): Promise<void>
  /** @throws Refusal identity.too_many_resets */
  countResetRequest(from: Caller): Promise<void>
  /** Whether this address may get one more reset mail. Counts the same with and without an account behind it. */
  mayMailReset(email: string): Promise<boolean>
  /** Counts a call of one of better-auth's routes by whoever that is, with its own rule. */
  countCall(
    who: string,
    rule: { window: number; max: number },
  ): Promise<{ allowed: boolean; retryAfter: number | null }>
  /**
   * Runs one guess at a password. The guess holds its places while it runs and keeps them only when it was wrong, so
   * that any number of guesses at once find no more places than guesses one after the other.
   * @param owner what only a browser of the account's owner can show, a session or a known device: its guesses have places
   *   of their own, which nobody else's use up; null for everybody else
   * @throws Refusal identity.too_many_sign_ins, and whatever the guess throws
   */
  whileGuessing<T>(email: string, from: Caller, guess: () => Promise<T>, owner?: string | null): Promise<T>
}

/** @param secret keys the hashes under which addresses and accounts are counted */
export function createIdentityLimits(rateLimits: RateLimits, secret: string): IdentityLimits {
  // One for each key that a guess of this process is busy with.
  const gates = new Map<string, Gate>()

  const keyOf = (name: string, who: string) => `${name}:${createHmac('sha256', secret).update(who).digest('base64url')}`
  const place = (name: keyof typeof identityLimits, who: string): Place => ({
    key: keyOf(name, who),
    limit: identityLimits[name],
  })

  async function count(code: string, { key, limit }: Place): Promise<void> {
    const taken = await rateLimits.take(key, limit)
    if (!taken.allowed) throw new Refusal(code, { retryAfterSeconds: taken.retryAfterSeconds })
  }

  /**
   * Takes a place, or waits while running guesses hold some that may come back: nobody who knows the password is
   * refused because many sign in at once. Guesses of other processes are not waited for.
   */
  async function takeForGuess({ key, limit }: Place, gate: Gate): Promise<() => void> {
    for (;;) {
      const { taken, holders, leave } = await gate.turn(async () => {
        const holders = [...gate.holders]
        const taken = await rateLimits.take(key, limit)
        const { promise, resolve } = Promise.withResolvers<void>()
        if (taken.allowed) gate.holders.add(promise)
        const leave = () => {
          gate.holders.delete(promise)
          resolve()
        }
        return { taken, holders, leave }
      })
      if (taken.allowed) return leave
      if (holders.length === 0) {
        throw new Refusal('identity.too_many_sign_ins', { retryAfterSeconds: taken.retryAfterSeconds })
      }
      await Promise.all(holders)
    }
  }

  async function holding<T>(places: Place[], guess: () => Promise<T>): Promise<T> {
    const [first, ...rest] = places
    if (!first) return await guess()
    const gate = gates.get(first.key) ?? { turn: pLimit(1), holders: new Set(), visitors: 0 }
    gates.set(first.key, gate)
    gate.visitors += 1
    try {
      const leave = await takeForGuess(first, gate)
      let wasWrong = false
      try {
        return await holding(rest, guess)
      } catch (error) {
        wasWrong = isWrongPassword(error)
        throw error
      } finally {
        // A place that cannot be given back costs one try; the outcome of the guess matters more.
        if (!wasWrong) await rateLimits.giveBack(first.key).catch(() => undefined)
        leave()
      }
    } finally {
      gate.visitors -= 1
      if (gate.visitors === 0) gates.delete(first.key)
    }
  }

  return {
    countSignUp: (from) => count('identity.too_many_sign_ups', place('signUpsOfAddress', networkOf(from.address))),
    countResetRequest: (from) =>
      count('identity.too_many_resets', place('resetRequestsOfAddress', networkOf(from.address))),
    async mayMailReset(email) {
      const { key, limit } = place('resetMailsOfAccount', email)
      return (await rateLimits.take(key, limit)).allowed
    },
    async countCall(who, { window, max }) {
      const taken = await rateLimits.take(keyOf('calls', who), { count: max, windowSeconds: window })
      return { allowed: taken.allowed, retryAfter: taken.allowed ? null : taken.retryAfterSeconds }
    },
    whileGuessing: (email, from, guess, owner = null) =>
      holding(
        owner === null
          ? [place('failedSignInsOfAddress', networkOf(from.address)), place('failedSignInsOfAccount', email)]
          : [place('failedGuessesOfOwner', `${owner} ${email}`)],
        guess,
      ),
  }
}

function isWrongPassword(error: unknown): boolean {
  return isRefusal(error) && (error.code === 'identity.sign_in_failed' || error.code === 'identity.password_wrong')
}

/** What counts as one address: an IPv4 address, or the /64 that an IPv6 subscriber has all to themselves. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare) || bare.includes('.')) return bare.replace(/^::ffff:/i, '')
  const [head = '', tail] = bare.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
