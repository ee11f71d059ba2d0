import { reasonTexts, ruleTexts } from '#app/messages/rules.ts'
import { episodeId, uid } from './ids.ts'

const ruleExample = { id: '3' as const, title: ruleTexts['3'].title, text: ruleTexts['3'].text }

export const rulesExample = {
  rules: [ruleExample],
  reasons: [
    {
      code: 'not_marked_nsfw' as const,
      title: reasonTexts.not_marked_nsfw.title,
      rule: '3' as const,
      subjects: ['episode' as const],
    },
  ],
}

export const reportExample = {
  subject: { kind: 'episode' as const, id: episodeId },
  reason: 'not_marked_nsfw' as const,
  details: 'Blood in the harbour scene.',
  atSeconds: 130,
}

export const ownReportExample = {
  id: '7rtm2kq9ybx4sdf1c0vhnw5zej',
  number: 2417,
  subject: { kind: 'episode' as const, id: episodeId, title: 'Harbour Fire' },
  reason: 'not_marked_nsfw' as const,
  details: 'Blood in the harbour scene.',
  atSeconds: 130,
  createdAt: '2026-03-05T19:02:00.000Z',
  outcome: null,
  answeredAt: null,
}

const itemFields = {
  id: '3kd8w1pz6vxq0fhn5mty2bcg9s',
  kind: 'report' as const,
  kinds: ['report' as const],
  state: 'open' as const,
  subject: {
    kind: 'episode' as const,
    id: episodeId,
    title: 'Harbour Fire',
    creator: { uid, username: 'Mika' },
  },
  createdAt: ownReportExample.createdAt,
  claimedBy: null,
  childSafety: false,
  held: false,
  reasons: ['not_marked_nsfw' as const],
}

export const queueItemExample = { ...itemFields, reports: 1 }

export const itemDetailExample = {
  ...itemFields,
  reports: [
    {
      id: ownReportExample.id,
      number: ownReportExample.number,
      reason: ownReportExample.reason,
      details: ownReportExample.details,
      atSeconds: 130,
      createdAt: ownReportExample.createdAt,
      outcome: null,
      sender: { answered: 9, left: 7 },
    },
  ],
  frames: [
    { url: `/api/v1/moderation/items/${itemFields.id}/frames/4`, atSeconds: 8, scores: { Hentai: 0.7, Drawing: 0.3 } },
  ],
  secondOpinion: null,
  history: { takenDown: 0, marks: 1, warnings: 0, reports: { total: 4, left: 4 }, decisions: [] },
}

export const decisionExample = {
  itemId: itemFields.id,
  decision: 'nsfw' as const,
  rule: '3',
  label: 'Blood' as const,
  reason: 'Blood in the harbour scene, 2:10 to 2:24.',
}

export const decisionId = '5xq2n8w7c0vjt4rmh1dkz9sfyb'

export const ownDecisionExample = {
  id: decisionId,
  decision: 'nsfw' as const,
  rule: ruleExample,
  label: 'Blood',
  reason: decisionExample.reason,
  subject: { kind: 'episode' as const, id: episodeId, title: 'Harbour Fire' },
  at: '2026-03-05T19:40:00.000Z',
  until: null,
  appealUntil: '2026-04-04T19:40:00.000Z',
  appeal: null,
  answer: null,
}

export const appealExample = { outcome: 'reversed' as const, reason: 'It is lamp light. Sorry for the red pencil.' }
