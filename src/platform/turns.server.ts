import { Refusal } from './refusal.ts'

export interface TurnLimits {
  /** How many run at once. */
  running: number
  /** How many more may wait. */
  waiting: number
  /** How long each of them waits at most. */
  waitMs: number
  /** How many one caller may have, running and waiting. */
  ofOneCaller: number
}

/** Why there is no turn: codes of the room that gives them out. */
export interface TurnRefusals {
  ofOneCaller: string
  overall: string
}

/** Turns at work that is too expensive to do for everybody at once, in the order in which they are asked for. */
export interface Turns {
  /**
   * Runs the work when its turn comes.
   * @param caller whose turn it is; null for the house's own, which count only overall
   * @throws Refusal one of the two codes; the signal's reason when it is aborted while waiting; what the work throws
   */
  take<Done>(caller: string | null, signal: AbortSignal | undefined, work: () => Promise<Done>): Promise<Done>
}

export function createTurns(limits: TurnLimits, refusals: TurnRefusals): Turns {
  const busy = new Map<string, number>()
  const line: (() => void)[] = []
  let running = 0

  function count(caller: string, step: 1 | -1): void {
    const now = (busy.get(caller) ?? 0) + step
    if (now === 0) busy.delete(caller)
    else busy.set(caller, now)
  }

  async function waitInLine(signal: AbortSignal | undefined): Promise<void> {
    const tooMany = new Refusal(refusals.overall, { retryAfterSeconds: Math.ceil(limits.waitMs / 1000) })
    if (line.length >= limits.waiting) throw tooMany
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (reason: unknown) => {
      const place = line.indexOf(resolve)
      // Not in line any more: the turn has come at this very moment.
      if (place === -1) return
      line.splice(place, 1)
      reject(reason)
    }
    const goAway = () => leave(signal?.reason)
    const patience = setTimeout(() => leave(tooMany), limits.waitMs)
    signal?.addEventListener('abort', goAway, { once: true })
    line.push(resolve)
    try {
      await promise
    } finally {
      clearTimeout(patience)
      signal?.removeEventListener('abort', goAway)
    }
  }

  return {
    async take(caller, signal, work) {
      signal?.throwIfAborted()
      if (caller !== null) {
        if ((busy.get(caller) ?? 0) >= limits.ofOneCaller)
          throw new Refusal(refusals.ofOneCaller, { retryAfterSeconds: 1 })
        count(caller, 1)
      }
      try {
        // A turn that ends is handed on to the first in line, so `running` stays as it is.
        if (running < limits.running) running += 1
        else await waitInLine(signal)
        try {
          return await work()
        } finally {
          const next = line.shift()
          if (next) next()
          else running -= 1
        }
      } finally {
        if (caller !== null) count(caller, -1)
      }
    },
  }
}
