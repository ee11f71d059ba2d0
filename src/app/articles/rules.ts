import { ruleTexts } from '#app/messages/rules.ts'
import { ruleIds } from '#moderation/rules.ts'
import type { Section } from './article.ts'

/** The rules of the site. docs/operate/claims.md says what makes each sentence true. */
export const rules: readonly Section[] = [
  ...ruleIds.map((id) => ({
    id: `rule-${id}`,
    title: `${id}. ${ruleTexts[id].title}`,
    blocks: [[ruleTexts[id].text]],
  })),
  {
    id: 'how-it-is-decided',
    title: 'How it is decided',
    blocks: [
      [
        'Anyone can report an episode, a comment, a timed note, subtitles or a profile, also without an account.',
        'A person reads every report, and how many there are decides nothing.',
        'Nobody is told who reported something.',
      ],
      ['How often it happens stands in [Transparency](/transparency).'],
    ],
  },
]
