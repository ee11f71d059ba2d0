/**
 * Refusal codes of this room, with their HTTP statuses. Clients know them by the name of `moderation`, whose verbs these once
 * were. Other verbs of that room refuse with some of them as well.
 */
export const administrationRefusals = {
  'moderation.account_not_found': 404,
  'moderation.own_account': 403,
  'moderation.admin_account': 403,
  'moderation.admins_only': 403,
  'moderation.last_admin': 409,
  'moderation.badge_without_profile': 409,
  'moderation.role_unknown': 422,
  'moderation.quota_invalid': 422,
  'moderation.until_invalid': 422,
  'moderation.reason_required': 422,
  'moderation.reason_invalid': 422,
  'moderation.cursor_invalid': 422,
  'moderation.first_admin_link_invalid': 404,
  'moderation.job_not_found': 404,
  'moderation.job_not_failed': 409,
  'moderation.announcement_invalid': 422,
  'moderation.uses_invalid': 422,
  'moderation.expires_at_invalid': 422,
  'moderation.too_many_invitations': 409,
  'moderation.invitation_not_found': 404,
  'moderation.word_invalid': 422,
  'moderation.word_places_required': 422,
  'moderation.word_listed': 409,
  'moderation.too_many_words': 409,
  'moderation.word_not_found': 404,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof administrationRefusals, number> {}
}
