import { type SavedForm, savedMessages } from '#app/messages/settings.ts'
import type { SupportLinkFields } from '#creators/creator.ts'

/** The sections of the settings screen, each with one form. */
export const sections = [
  'profile',
  'support',
  'picture',
  'notifications',
  'blocked',
  'password',
  'creator',
  'export',
  'delete',
] as const
export type SectionName = (typeof sections)[number]

/** The profile fields as typed. */
export interface ProfileValues {
  username: string
  bio: string
  patreonUrl: string
}

/** A refused form: the message, the field at fault, and the typed values. */
export interface RefusedSection {
  section: SectionName
  message: string
  field: string | null
  values: ProfileValues | null
  /** The support links as typed. */
  links?: SupportLinkFields[]
}

/** The section that shows the success of each form. */
export const savedSections: Record<SavedForm, SectionName> = {
  profile: 'profile',
  support: 'support',
  picture: 'picture',
  'no-picture': 'picture',
  notifications: 'notifications',
  unblocked: 'blocked',
  password: 'password',
  creator: 'profile',
}

/** The screen after a form has succeeded. */
export function savedUrl(saved: SavedForm): string {
  return `/settings?saved=${saved}#${savedSections[saved]}`
}

export function readSaved(key: string | null): SavedForm | null {
  return key !== null && Object.hasOwn(savedMessages, key) ? (key as SavedForm) : null
}

export function readSection(name: unknown): SectionName | null {
  return sections.find((section) => section === name) ?? null
}
