import type { Section } from './article.ts'

/** The text below the figures of moderation. docs/operate/claims.md says what makes each sentence true. */
export const transparency: readonly Section[] = [
  {
    id: 'what-counts',
    title: 'What counts',
    blocks: [
      [
        'Each figure is of three months, in UTC: a report counts when it is sent, a decision when it is made, an appeal when it is sent, and its answer when it is given.',
        'The figures of the present three months are at most about ten minutes old.',
      ],
      [
        'A decision that its maker took back at once does not count, and one that needed two moderators counts once.',
        'A decision that was reversed on appeal counts as a decision, and its answer as a reversed appeal.',
        'The time to a decision runs from a report to the decision that answers it, and is the mean of all of them.',
      ],
      [
        'No figure is rounded or left out because it is small.',
        'None of them says who reported, who decided, or whose work it was.',
        'Once three months are over they are counted, and stay as they were; until then, what belongs to an account that is deleted goes with it.',
      ],
      ['What each decision is about stands in the [Rules](/rules).'],
    ],
  },
]
