/** An episode's series and its number in it, as the fields of a form have them; empty for none. */
export interface TypedPlace {
  seriesId: string
  seriesNumber: string
}

/** The place to move an episode to. Absent fields were left as they were. */
export interface ChangedPlace {
  seriesId: string | null
  seriesNumber?: number
}

/**
 * The change of place that a form asks for, or null for none. An unchanged number belongs to the series that was chosen
 * before: in another one the episode goes to the end.
 * @param shown the values that the fields had on their own
 */
export function placeOf(typed: TypedPlace, shown: TypedPlace): ChangedPlace | null {
  const number = typed.seriesNumber.trim()
  const isNumbered = number !== '' && number !== shown.seriesNumber
  if (!isNumbered && typed.seriesId === shown.seriesId) return null
  const seriesId = typed.seriesId || null
  // No list has the number 0, so that anything else than a number is refused in the words for one.
  return isNumbered ? { seriesId, seriesNumber: /^\d+$/.test(number) ? Number(number) : 0 } : { seriesId }
}
