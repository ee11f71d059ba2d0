import type { NewCredit } from './credit.ts'

/** A stored credit, as far as merging depends on it. */
export interface StoredCredit {
  id: string
  name: string
  role: string
  uid: string | null
  acceptedAt: Date | null
}

/** A credit of the new list: a stored one that stays, or a new one, which may ask somebody. */
export type MergedCredit =
  | { kind: 'kept'; id: string }
  | { kind: 'new'; name: string; role: string; uid: string | null }

/**
 * Compares a new list with the stored one. An agreement is to a name in a role, so a credit that changes either is a new
 * one. A stored credit stays if the new one names the same person, or names nobody and there is none or only an open
 * request, which is not shown.
 * @returns the credits of the new list in its order, each kept or new; stored ones that are not in it are removed
 */
export function mergeCredits(stored: readonly StoredCredit[], wanted: readonly NewCredit[]): MergedCredit[] {
  const left = new Set(stored)
  const kept = new Map<NewCredit, StoredCredit>()
  const keep = (credit: NewCredit, isSame: (each: StoredCredit) => boolean) => {
    if (kept.has(credit)) return
    const same = [...left].find((each) => each.name === credit.name && each.role === credit.role && isSame(each))
    if (!same) return
    kept.set(credit, same)
    left.delete(same)
  }
  // The most particular first: credits that name a person, then names alone, then open requests.
  for (const credit of wanted) if (credit.uid) keep(credit, (each) => each.uid === credit.uid)
  for (const credit of wanted) if (!credit.uid) keep(credit, (each) => each.uid === null)
  for (const credit of wanted) if (credit.uid === undefined) keep(credit, (each) => each.acceptedAt === null)
  return wanted.map((credit) => {
    const same = kept.get(credit)
    if (same) return { kind: 'kept', id: same.id }
    return { kind: 'new', name: credit.name, role: credit.role, uid: credit.uid ?? null }
  })
}
