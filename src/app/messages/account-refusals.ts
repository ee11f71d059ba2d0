import type { RefusalCode } from '#platform/refusal.ts'

/** Refusals of the fields of an account that pages also show without asking the server. */
export const accountRefusals = {
  'identity.email_invalid': 'Please enter a valid email address.',
  'identity.password_required': 'Please enter a password.',
  'identity.password_too_short': 'The password must have at least 8 characters.',
  'identity.password_too_long': 'The password can have up to 128 characters.',
  'identity.terms_not_agreed': 'You must agree to the Terms of Service and Privacy Policy to register.',
} satisfies Partial<Record<RefusalCode, string>>
