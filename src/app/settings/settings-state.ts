/** The sections of the settings screen, each with one form. */
export const sections = ['profile', 'picture', 'password', 'creator', 'export', 'delete'] as const
export type Section = (typeof sections)[number]

/** The profile fields as typed. */
export interface ProfileValues {
  username: string
  bio: string
  patreonUrl: string
}

/** A refused form: the message, the field at fault, and the typed values. */
export interface RefusedSection {
  section: Section
  message: string
  field: string | null
  values: ProfileValues | null
}

/** Success messages by the key that a form leaves in the URL. */
export const successMessages: Record<string, { section: Section; message: string }> = {
  profile: { section: 'profile', message: 'Your profile has been saved.' },
  picture: { section: 'picture', message: 'Your picture has been saved.' },
  'no-picture': { section: 'picture', message: 'Your picture has been removed.' },
  password: { section: 'password', message: 'Your password has been changed. All your other sessions have ended.' },
  creator: { section: 'profile', message: 'You are a creator now. Your profile is public.' },
}

export function readSection(name: unknown): Section | null {
  return sections.find((section) => section === name) ?? null
}
