import { replaceSentences, type Section, type Sentence } from './article.ts'

/**
 * Sentences that are untrue when another company stores and streams the videos, with their replacements. `{carrier}` is
 * the company's name. docs/operate/claims.md says what makes each one true.
 */
export const hostedSentences: ReadonlyMap<Sentence, Sentence> = new Map([
  [
    'Everything on these pages comes from Hoshi itself: no tracker, no analytics service, no script of anyone else.',
    'Videos and their pictures come from {carrier}, which stores and streams them for us; everything else on these pages comes from Hoshi itself: no tracker, no analytics service, no script of anyone else.',
  ],
  [
    'When you upload, we store the file and its name, what you write about it, and what we read from it, such as its length, the size of its picture, and a checksum by which the same file is noticed again.',
    'When you upload, the file goes to {carrier}, with its name and the number of your account; we store its name, what you write about it, and what is read from it, such as its length and the size of its picture.',
  ],
  [
    'The copies that viewers get leave out the metadata of your file, such as a place or a camera.',
    'The copies that viewers get are made by {carrier}.',
  ],
  [
    'No other company receives anything by your visit, because scripts, fonts, pictures and videos all come from Hoshi.',
    '{carrier} learns your network address when your browser fetches a video or its picture, or sends one; no other company receives anything by your visit.',
  ],
  [
    'The server opens and checks every file; its name alone is not enough.',
    'Every file is opened and checked; its name alone is not enough.',
  ],
  [
    'A file that browsers can play already is only cut into pieces; anything else is converted, at 360p first, and is public as soon as that much plays.',
    'It is converted first, and is public as soon as it plays in one quality.',
  ],
  [
    'Choose the same file again in the same browser within 24 hours, and it goes on where it stopped.',
    'Choose the same file again in the same browser within five hours, and it goes on where it stopped.',
  ],
])

/** An article adapted to the video host. @param provider company that stores and streams the videos; null when we do */
export function adaptToProvider(provider: string | null, sections: readonly Section[]): readonly Section[] {
  if (provider === null) return sections
  return replaceSentences(sections, (sentence) =>
    (hostedSentences.get(sentence) ?? sentence).replaceAll('{carrier}', provider),
  )
}
