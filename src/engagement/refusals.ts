/** Refusal codes of this room, with their HTTP statuses. */
export const engagementRefusals = {
  'engagement.visit_id_invalid': 422,
  'engagement.kind_unknown': 422,
  'engagement.comment_required': 422,
  'engagement.comment_invalid': 422,
  'engagement.comment_not_found': 404,
  'engagement.comment_not_yours': 403,
  'engagement.author_only': 403,
  'engagement.episode_creator_only': 403,
  'engagement.hidden_by_moderator': 403,
  'engagement.comments_closed': 403,
  'engagement.comments_closed_everywhere': 403,
  'engagement.comments_blocked': 403,
  'engagement.comment_repeated': 409,
  'engagement.comment_not_pinnable': 409,
  'engagement.reply_to_reply': 422,
  'engagement.block_self': 409,
  'engagement.account_not_found': 404,
  'engagement.too_many_comments': 429,
  'engagement.too_many_comments_today': 429,
  'engagement.cursor_invalid': 422,
  'engagement.too_many_streams': 429,
  'engagement.range_invalid': 422,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof engagementRefusals, number> {}
}
