/** Refusal codes of this room, with their HTTP statuses. */
export const engagementRefusals = {
  'engagement.visit_id_invalid': 422,
  'engagement.kind_unknown': 422,
  'engagement.comment_required': 422,
  'engagement.comment_invalid': 422,
  'engagement.comment_not_found': 404,
  'engagement.comment_not_yours': 403,
  'engagement.too_many_comments': 429,
  'engagement.cursor_invalid': 422,
  'engagement.too_many_streams': 429,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof engagementRefusals, number> {}
}
