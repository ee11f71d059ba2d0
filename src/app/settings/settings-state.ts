/** The parts of the settings screen; each is one form with one thing to decide. */
export const sections = ['profile', 'picture', 'password', 'creator', 'export', 'delete'] as const
export type Section = (typeof sections)[number]

/** What a creator has typed about themselves. */
export interface ProfileWords {
  username: string
  bio: string
  patreonUrl: string
}

/** A form that a room said no to: the sentence, the field it is about, and what was typed. */
export interface RefusedSection {
  section: Section
  message: string
  field: string | null
  words: ProfileWords | null
}

/** What stands in the page when a form has done its work, by the word that it leaves in the address. */
export const outcomes: Record<string, { section: Section; sentence: string }> = {
  profile: { section: 'profile', sentence: 'Your profile is saved.' },
  picture: { section: 'picture', sentence: 'Your picture is saved.' },
  'no-picture': { section: 'picture', sentence: 'Your picture is removed.' },
  password: { section: 'password', sentence: 'Your password is changed. Every other session has ended.' },
  creator: { section: 'profile', sentence: 'You are a creator now. Your profile is public.' },
}

export function readSection(word: unknown): Section | null {
  return sections.find((section) => section === word) ?? null
}
