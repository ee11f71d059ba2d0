/** Texts that took time to make, in memory: each is made once, also for those who ask meanwhile. */
export interface KeptTexts {
  /** Undefined when it was not made, or is no longer kept. */
  get(key: string): Promise<string> | undefined
  /** Makes and keeps it. One that fails is not kept. */
  make(key: string, work: () => Promise<string>): Promise<string>
}

/** @param mostCharacters of all texts together; those that were asked for longest ago go first */
export function keepTexts(mostCharacters: number): KeptTexts {
  const kept = new Map<string, { text: Promise<string>; size: number }>()
  let sum = 0

  function drop(key: string): void {
    sum -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  return {
    get(key) {
      const found = kept.get(key)
      if (!found) return undefined
      // The last one in the map is the newest.
      kept.delete(key)
      kept.set(key, found)
      return found.text
    },
    make(key, work) {
      const made = { text: work(), size: 0 }
      drop(key)
      kept.set(key, made)
      made.text.then(
        ({ length }) => {
          if (kept.get(key) !== made) return
          made.size = length
          sum += length
          for (const oldest of kept.keys()) {
            if (sum <= mostCharacters) break
            drop(oldest)
          }
        },
        () => {
          if (kept.get(key) === made) drop(key)
        },
      )
      return made.text
    },
  }
}
