import { Refusal, type RefusalCode } from './refusal.ts'

export interface ConcurrencyLimits {
  /** How many run simultaneously. */
  running: number
  /** How many more may wait. */
  waiting: number
  /** The longest that one may wait. */
  waitMs: number
  /** How many one caller may have, running and waiting. */
  perCaller: number
}

/** Refusal codes of the room whose work is limited. */
export interface ConcurrencyRefusals {
  perCaller: RefusalCode
  overall: RefusalCode
}

/** Limits concurrent work that is expensive; waiting callers run in the order of their requests. */
export interface ConcurrencyLimiter {
  /**
   * Runs the work once a slot is free.
   * @param caller the owner of the slot; null for internal work, which counts only towards the overall limits
   * @throws Refusal with one of the two codes; the signal's reason when it aborts before the work; errors of the work
   */
  run<Result>(caller: string | null, signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result>
}

export function createConcurrencyLimiter(limits: ConcurrencyLimits, refusals: ConcurrencyRefusals): ConcurrencyLimiter {
  const counts = new Map<string, number>()
  const queue: (() => void)[] = []
  let running = 0

  function count(caller: string, step: 1 | -1): void {
    const now = (counts.get(caller) ?? 0) + step
    if (now === 0) counts.delete(caller)
    else counts.set(caller, now)
  }

  async function waitForSlot(signal: AbortSignal | undefined): Promise<void> {
    const tooMany = new Refusal(refusals.overall, { retryAfterSeconds: Math.ceil(limits.waitMs / 1000) })
    if (queue.length >= limits.waiting) throw tooMany
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (reason: unknown) => {
      const index = queue.indexOf(resolve)
      // No longer queued: it has just received a slot.
      if (index === -1) return
      queue.splice(index, 1)
      reject(reason)
    }
    const onAbort = () => leave(signal?.reason)
    const timer = setTimeout(() => leave(tooMany), limits.waitMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    queue.push(resolve)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    async run(caller, signal, work) {
      signal?.throwIfAborted()
      if (caller !== null) {
        if ((counts.get(caller) ?? 0) >= limits.perCaller)
          throw new Refusal(refusals.perCaller, { retryAfterSeconds: 1 })
        count(caller, 1)
      }
      try {
        // A released slot passes to the first in the queue, so `running` stays the same.
        if (running < limits.running) running += 1
        else await waitForSlot(signal)
        try {
          return await work()
        } finally {
          const next = queue.shift()
          if (next) next()
          else running -= 1
        }
      } finally {
        if (caller !== null) count(caller, -1)
      }
    },
  }
}
