const cleanups = new Set<() => Promise<void>>()

/**
 * Registers the removal of something that must not outlive the bench, even when interrupted.
 * @returns a function that cancels the registration
 */
export function onCleanup(remove: () => Promise<void>): () => void {
  cleanups.add(remove)
  return () => cleanups.delete(remove)
}

/** Removes everything still registered, newest first. */
export async function runCleanups(): Promise<void> {
  for (const remove of [...cleanups].reverse()) {
    cleanups.delete(remove)
    await remove().catch((error) => console.error(error))
  }
}
