import type { Credit } from '#catalog/credits/credit.ts'

/** Credits that the page of a series shows at most. */
export const SERIES_CREDITS_MAX = 60

/**
 * The credits of several episodes as one list: each combination of name, role and link once, in the order of its first
 * episode. A name that links in one episode is not repeated as text of the same role.
 * @returns at most 60, and how many are left out
 */
export function mergedCredits(lists: readonly (readonly Credit[])[]): { credits: Credit[]; left: number } {
  const merged = new Map<string, Credit>()
  const keyOf = ({ role, name, uid }: Credit) => JSON.stringify([role, name, uid])
  for (const credit of lists.flat()) if (!merged.has(keyOf(credit))) merged.set(keyOf(credit), credit)
  const all = [...merged.values()]
  const isLinked = ({ role, name, uid }: Credit) =>
    uid === null && all.some((other) => other.uid !== null && other.role === role && other.name === name)
  const shown = all.filter((credit) => !isLinked(credit))
  return { credits: shown.slice(0, SERIES_CREDITS_MAX), left: Math.max(0, shown.length - SERIES_CREDITS_MAX) }
}
