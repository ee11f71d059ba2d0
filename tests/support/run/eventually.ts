import { setTimeout as pause } from 'node:timers/promises'
import { MAX_WAIT_MS } from './max-wait.ts'
import { recordWait } from './record-wait.ts'

/** Polls until `check` returns a value. @throws Error naming the condition, with the last failure as its cause */
export async function eventually<Result>(
  what: string,
  check: () => Result | null | undefined | false | Promise<Result | null | undefined | false>,
): Promise<Result> {
  const startedAt = performance.now()
  let cause: unknown
  while (performance.now() - startedAt < MAX_WAIT_MS) {
    try {
      const result = await check()
      if (result !== null && result !== undefined && result !== false) {
        recordWait(what, performance.now() - startedAt)
        return result
      }
    } catch (error) {
      cause = error
    }
    await pause(50)
  }
  throw new Error(`Timed out waiting until ${what}.`, { cause })
}
