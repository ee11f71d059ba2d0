import { vi } from 'vitest'

/** The texts that were normalised in this process since the last `reset`. */
export interface NormalizedRuns {
  /** Marks in a row, of which normalising takes the square. */
  longest(): number
  /** Number of calls. */
  count(): number
  reset(): void
}

/** Watches normalisation until mocks are restored. Called once per file. */
export function watchNormalizedRuns(): NormalizedRuns {
  let [longest, count] = [0, 0]
  const native = String.prototype.normalize
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    const runs = this.match(/\p{M}+/gu) ?? []
    longest = Math.max(longest, ...runs.map((run) => run.length))
    count += 1
    return native.call(this, form)
  })
  return {
    longest: () => longest,
    count: () => count,
    reset() {
      longest = 0
      count = 0
    },
  }
}
