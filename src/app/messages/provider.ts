/** Shown where signing up takes an invitation, to people from the provider who have no account. */
export const PROVIDER_INVITATION =
  'You need an invitation to sign up. Please sign up with your invitation code, then link this login in Settings.'
