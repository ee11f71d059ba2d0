const left = new Set<() => Promise<void>>()

/**
 * Remembers how to remove something that must not outlive the bench, also when it is interrupted.
 * @returns what forgets it again
 */
export function atTheEnd(remove: () => Promise<void>): () => void {
  left.add(remove)
  return () => left.delete(remove)
}

/** Removes whatever is still there, the newest first. */
export async function removeLeftovers(): Promise<void> {
  for (const remove of [...left].reverse()) {
    left.delete(remove)
    await remove().catch((error) => console.error(error))
  }
}
