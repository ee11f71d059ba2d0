import { setTimeout as pause } from 'node:timers/promises'
import { noteWait } from './note-wait.ts'
import { PATIENCE_MS } from './patience.ts'

/** Looks until there is an answer. @throws Error naming what was waited for, with the last failure as its cause */
export async function eventually<Answer>(
  what: string,
  look: () => Answer | null | undefined | false | Promise<Answer | null | undefined | false>,
): Promise<Answer> {
  const begun = performance.now()
  let cause: unknown
  while (performance.now() - begun < PATIENCE_MS) {
    try {
      const answer = await look()
      if (answer !== null && answer !== undefined && answer !== false) {
        noteWait(what, performance.now() - begun)
        return answer
      }
    } catch (error) {
      cause = error
    }
    await pause(50)
  }
  throw new Error(`Waited in vain for this: ${what}.`, { cause })
}
