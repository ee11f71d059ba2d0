import { replaceSentences, type Section, type Sentence } from './article.ts'

export const NO_CONTACT_ADDRESS = 'This Hoshi has not published a contact address yet.'

/**
 * Sentences that are untrue when the site has no contact address, with their replacements.
 * docs/operate/claims.md says what makes each one true.
 */
export const noContactSentences: ReadonlyMap<Sentence, Sentence> = new Map([
  [
    'An episode can be taken down whenever you like: write to {support} from the address of your account.',
    'An episode can be taken down whenever you like: delete it from your [Dashboard](/dashboard).',
  ],
  [
    'You can leave at any time: delete your account in [Settings](/settings), or write to {support} from its address, and we delete it.',
    'You can leave at any time: delete your account in [Settings](/settings/data).',
  ],
  ['Questions about these terms reach us at {support}.', NO_CONTACT_ADDRESS],
  [
    'We answer within 24-48 hours.',
    'You can report an episode, a comment or a profile on its own page, with or without an account.',
  ],
  [
    'Write to {support} from the address of your account.',
    'Open it from your [Dashboard](/dashboard) with Edit, and choose Delete Episode.',
  ],
  [
    'If you cannot log in, write to {support} from the address of your account.',
    'If you cannot log in, [reset your password](/forgot-password) first.',
  ],
  ['By mail to {support}.', NO_CONTACT_ADDRESS],
  [
    'For all else write to {support} from the address of your account; we answer within 24-48 hours.',
    'For anything else, you would write to us, but this Hoshi has not published a contact address yet.',
  ],
  [
    'If you believe that a child under 13 has an account, write to {support}, and we delete it with everything in it.',
    'If you believe that a child under 13 has an account, report its profile, and a moderator reads the report.',
  ],
])

/** An article adapted to a site that has no contact address. */
export function adaptToContact(supportEmail: string | null, sections: readonly Section[]): readonly Section[] {
  if (supportEmail !== null) return sections
  return replaceSentences(sections, (sentence) => noContactSentences.get(sentence) ?? sentence)
}
