import { Refusal } from '#platform/refusal.ts'

/** Refuses a truncated form: a field that it lacks neither names an action nor empties what is stored. */
export function refusePartial(): never {
  throw new Refusal('request.unreadable')
}
