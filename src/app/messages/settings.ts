// Results of the forms of Settings. @see docs/product.md#settings

/** Messages by the key that a form leaves in the URL when it succeeds. */
export const savedMessages = {
  verify: 'We have sent you a new link.',
  profile: 'Your profile has been saved.',
  support: 'Your support links have been saved.',
  picture: 'Your picture has been saved.',
  'no-picture': 'Your picture has been removed.',
  training: 'Your choice has been saved.',
  password: 'Your password has been changed. All your other sessions have ended.',
  'provider-linked': 'Your account is linked. You can log in with it from now on.',
  'provider-unlinked': 'Your account is no longer linked.',
  'session-ended': 'That device has been logged out.',
  'others-ended': 'You have been logged out everywhere else.',
  'passkey-added': 'Your passkey has been added. It is named after this browser.',
  'passkey-renamed': 'Your passkey has been renamed.',
  'passkey-removed': 'The passkey has been removed. Your device may still list it.',
  'two-step-off': 'Two-step verification is off. Your recovery codes no longer work.',
  'email-sent': 'We sent a link to your new address. Your current address stays in use until you open it.',
  'email-cancelled': 'Your email address has not been changed.',
  'email-confirmed': 'Your new email address is confirmed.',
  notifications: 'Your notification settings have been saved.',
  theme: 'Your theme has been saved.',
  nsfw: 'Your NSFW setting has been saved.',
  feed: 'Your feed has a new address. The old one no longer works.',
  unblocked: 'This account can comment on your episodes again.',
  unmuted: 'You can see notes from this account again.',
  creator: 'You are a creator now. Your profile is public.',
  restored: 'Welcome back. Your account and everything in it have been restored.',
}
export type SavedForm = keyof typeof savedMessages

export const EXPORT_PREPARING = 'Your export is being prepared...'
