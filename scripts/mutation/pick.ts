/**
 * Picks `count` items: every group has its proportional share, to within one, and every item the same chance. The same
 * seed picks the same items.
 */
export function pickSpread<Item>(groups: readonly (readonly Item[])[], count: number, seed: number): Item[] {
  const random = randomOf(seed)
  const all = shuffled(groups, random).flatMap((group) => shuffled(group, random))
  if (count >= all.length) return all
  const step = all.length / count
  const first = random() * step
  return Array.from({ length: count }, (_, index) => all[Math.floor(first + index * step)]!)
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed everywhere. */
function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
