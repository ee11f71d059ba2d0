import { genres } from '#catalog/episode.ts'

/** The edit form's options: the canonical genres, and the episode's own if it is another. @see docs/product.md#dashboard */
export function genreChoices(own: string): string[] {
  return (genres as readonly string[]).includes(own) ? [...genres] : [...genres, own]
}

/** The option that asks for a genre in a field of its own; both its name and its value. */
export const OTHER_GENRE = 'Other...'
