/**
 * Runs work for each item, some at a time. After a failure no more begins, and running work is awaited.
 * @throws the first failure
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  atOnce: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items].values()
  let hasFailed = false

  async function takeTurns(): Promise<void> {
    for (const item of left) {
      if (hasFailed) return
      try {
        await run(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }

  const runs = await Promise.allSettled(Array.from({ length: atOnce }, takeTurns))
  for (const each of runs) if (each.status === 'rejected') throw each.reason
}
