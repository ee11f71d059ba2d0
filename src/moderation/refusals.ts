/** Refusal codes of this room, with their HTTP statuses. */
export const moderationRefusals = {
  'moderation.episode_not_found': 404,
  'moderation.already_reported': 409,
  'moderation.report_not_found': 404,
  'moderation.report_closed': 409,
  'moderation.reason_not_for_this': 422,
  'moderation.details_invalid': 422,
  'moderation.time_invalid': 422,
  'moderation.email_not_needed': 422,
  'moderation.too_many_reports': 429,
  'moderation.item_not_found': 404,
  'moderation.item_closed': 409,
  'moderation.claimed': 409,
  'moderation.not_your_claim': 403,
  'moderation.second_needed': 409,
  'moderation.subject_gone': 404,
  'moderation.decision_not_found': 404,
  'moderation.not_your_decision': 403,
  'moderation.undo_over': 409,
  'moderation.own_decision': 403,
  'moderation.already_appealed': 409,
  'moderation.appeal_over': 409,
  'moderation.appeal_not_found': 404,
  'moderation.appeal_answered': 409,
  'moderation.decision_not_possible': 422,
  'moderation.rule_required': 422,
  'moderation.words_required': 422,
  'moderation.words_not_for_leave': 422,
  'moderation.words_invalid': 422,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof moderationRefusals, number> {}
}
