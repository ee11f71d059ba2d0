import { Refusal } from '#platform/refusal.ts'

/** Refuses a truncated form: a missing field neither names an action nor empties a stored value. */
export function refusePartial(): never {
  throw new Refusal('request.unreadable')
}
