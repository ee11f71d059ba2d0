/** Refusal codes of this room, with their HTTP statuses. */
export const communityRefusals = {
  'community.follow_self': 409,
  'community.cursor_invalid': 422,
  'community.notification_not_found': 404,
  'community.too_many_streams': 429,
  'community.unsubscribe_invalid': 404,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof communityRefusals, number> {}
}
