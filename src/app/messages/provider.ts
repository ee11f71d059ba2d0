/** Where signing up takes an invitation, for somebody who comes from the provider and has no account. */
export const PROVIDER_INVITATION =
  'Signing up takes an invitation. Please sign up with its code, then link this sign-in in Settings.'
