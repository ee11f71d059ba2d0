interface Progress {
  isFinished: boolean
  positionSeconds: number | null
}

/**
 * The part to go on with: the first that was not watched to the end; after the last one the first again. A browser stores
 * no position of parts that were watched to the end, so without an account it is the last part that was begun.
 */
export function presentPart<P extends Progress>(parts: readonly P[], isSignedIn: boolean): P | null {
  const found = isSignedIn
    ? parts.find((part) => !part.isFinished)
    : parts.findLast((part) => (part.positionSeconds ?? 0) > 0)
  return found ?? parts[0] ?? null
}

export const isBegun = (parts: readonly Progress[]) =>
  parts.some((part) => part.isFinished || (part.positionSeconds ?? 0) > 0)

/** At most this many neighbouring parts, the present one among them. */
export function partsAround<P>(parts: readonly P[], present: P | null, most: number): readonly P[] {
  const at = present === null ? 0 : Math.max(0, parts.indexOf(present) - 1)
  const from = Math.max(0, Math.min(at, parts.length - most))
  return parts.slice(from, from + most)
}
