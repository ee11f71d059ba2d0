// Results of the forms of Settings. @see docs/product.md#settings

/** By the key that a form leaves in the URL when it succeeds. */
export const savedMessages = {
  profile: 'Your profile has been saved.',
  support: 'Your support links have been saved.',
  picture: 'Your picture has been saved.',
  'no-picture': 'Your picture has been removed.',
  password: 'Your password has been changed. All your other sessions have ended.',
  notifications: 'Your notification settings have been saved.',
  unblocked: 'This account can comment on your episodes again.',
  creator: 'You are a creator now. Your profile is public.',
}
export type SavedForm = keyof typeof savedMessages

export const EXPORT_PREPARING = 'Your export is being prepared...'
