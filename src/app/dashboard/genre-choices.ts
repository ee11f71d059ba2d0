import { genres } from '#catalog/episode.ts'

/** What the edit form offers: the canonical genres, and the episode's own where it is another. @see docs/product.md#dashboard */
export function genreChoices(own: string): string[] {
  return (genres as readonly string[]).includes(own) ? [...genres] : [...genres, own]
}
