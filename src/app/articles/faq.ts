import type { Section } from './article.ts'
import { creatingQuestions } from './faq-creating.ts'
import { watchingQuestions } from './faq-watching.ts'

/** Questions people ask, answered with the product's own rules. docs/operate/claims.md says what makes each one true. */
export const faq: readonly Section[] = [
  ...watchingQuestions,
  ...creatingQuestions,
  {
    id: 'account',
    title: 'Account and privacy',
    questions: [
      {
        id: 'forgot-password',
        question: 'I forgot my password. What now?',
        answer: [
          '[Ask for a reset](/forgot-password), and a link is mailed to you.',
          'It works once, for one hour.',
          'The new password ends every session of the account; log in again with it.',
        ],
      },
      {
        id: 'who-sees-my-address',
        question: 'Who sees my email address?',
        answer: ['You, and those who run this Hoshi.', 'It appears on no public page.'],
      },
      {
        id: 'cookies',
        question: 'Which cookies are there?',
        answer: [
          'Nine, all our own: one keeps you logged in, one waits for your two-step code, one for your passkey, one for your return from another service, one keeps others from locking you out, one lets each view count only once, one holds the NSFW episodes that you chose to see, one the announcement that you closed, one the theme that you chose.',
          'The [Privacy Policy](/privacy) has the details.',
        ],
      },
      {
        id: 'my-data',
        question: 'How do I get my data, or delete my account?',
        answer: [
          'In [Settings](/settings): "Export My Data" writes down everything that your account holds, and "Delete My Account" deletes it.',
          'It is hidden at once and erased after 30 days; until then, logging in brings everything back.',
          'You can also have it erased at once, for good.',
          'If you cannot log in, write to {support} from the address of your account.',
        ],
      },
      {
        id: 'reach-us',
        question: 'How do I reach you?',
        answer: ['By mail to {support}.', 'We answer within 24-48 hours.'],
      },
    ],
  },
]
