import { setTimeout as pause } from 'node:timers/promises'

/** Longest wait for anything: a dead worker's job is taken again well within it, on a busy machine too. */
const PATIENCE_MS = 60_000

/** Looks until there is an answer. @throws Error naming what was waited for, with the last failure as its cause */
export async function eventually<Answer>(
  what: string,
  look: () => Answer | null | undefined | false | Promise<Answer | null | undefined | false>,
  patienceMs = PATIENCE_MS,
): Promise<Answer> {
  const until = performance.now() + patienceMs
  let cause: unknown
  while (performance.now() < until) {
    try {
      const answer = await look()
      if (answer !== null && answer !== undefined && answer !== false) return answer
    } catch (error) {
      cause = error
    }
    await pause(50)
  }
  throw new Error(`Waited in vain for this: ${what}.`, { cause })
}
