import { Refusal } from '#platform/refusal.ts'

/** @see docs/product.md#adult-content */
const ADULT_YEARS = 18
/** The earliest year of birth of anyone alive. */
const EARLIEST_BIRTH_YEAR = 1900

/** Whether adult episodes are shown without asking, and the year of birth where the account is not known to be an adult's. */
export interface NsfwChoice {
  always: boolean
  birthYear?: number
}

/**
 * Checks that a year of birth is an adult's, by the calendar year of `now` in UTC.
 * @throws Refusal identity.birth_year_invalid, identity.under_age
 */
export function checkAdult(birthYear: number, now: Date): void {
  const year = now.getUTCFullYear()
  if (!Number.isInteger(birthYear) || birthYear < EARLIEST_BIRTH_YEAR || birthYear > year)
    throw new Refusal('identity.birth_year_invalid', { field: 'birthYear' })
  if (year - birthYear < ADULT_YEARS) throw new Refusal('identity.under_age', { field: 'birthYear' })
}
