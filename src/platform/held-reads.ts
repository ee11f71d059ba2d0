/**
 * Holds the latest read for a while: callers that ask for the same get it from memory, and callers during the read wait for
 * it. A read that fails is not held.
 *
 * @param read called with the arguments of the caller
 */
export function holdReads<Asked extends string[], Value>(
  { holdMs, now }: { holdMs: number; now: () => number },
  read: (...asked: Asked) => Promise<Value>,
): (...asked: Asked) => Promise<Value> {
  let held: { key: string; startedAt: number; value: Promise<Value> } | null = null
  return (...asked) => {
    const key = asked.join('\n')
    if (held?.key === key && Math.abs(now() - held.startedAt) < holdMs) return held.value
    const next = { key, startedAt: now(), value: read(...asked) }
    held = next
    next.value.catch(() => {
      if (held === next) held = null
    })
    return next.value
  }
}
