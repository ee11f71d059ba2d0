/** Refusal codes of this room, with their HTTP statuses. */
export const identityRefusals = {
  'identity.email_invalid': 422,
  'identity.email_taken': 409,
  'identity.password_required': 422,
  'identity.password_too_short': 422,
  'identity.password_too_long': 422,
  'identity.password_wrong': 403,
  'identity.role_unknown': 422,
  'identity.terms_not_agreed': 422,
  'identity.sign_in_failed': 401,
  'identity.sign_in_required': 401,
  'identity.reset_link_invalid': 422,
  'identity.export_missing': 404,
  'identity.too_many_sign_ups': 429,
  'identity.too_many_sign_ins': 429,
  'identity.too_many_resets': 429,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof identityRefusals, number> {}
}
