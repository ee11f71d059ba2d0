/** Shown where signing up takes an invitation, to people from the provider who have no account. */
export const PROVIDER_INVITATION =
  'Signing up takes an invitation. Please sign up with its code, then link this sign-in in Settings.'
