import { type SavedForm, savedMessages } from '#app/messages/settings.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import type { SupportLinkFields } from '#creators/creator.ts'

/** The sections of the settings screen, each with one form. */
export const sections = [
  'verify',
  'profile',
  'support',
  'picture',
  'training',
  'notifications',
  'theme',
  'nsfw',
  'feed',
  'blocked',
  'muted',
  'password',
  'provider',
  'sessions',
  'passkeys',
  'two-step',
  'recovery',
  'email',
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

/** The fields of a profile, by their names, with their labels. */
export const profileLabels: Record<keyof ProfileValues, string> = {
  username: 'Username',
  bio: 'Bio',
  patreonUrl: 'Patreon URL',
}

/** The form about NSFW episodes: the box, the year of birth as typed, and the page to return to. */
export interface NsfwForm {
  always: boolean
  birthYear: string
  next: string
}

/** The form that deletes the account, without the password. */
export interface DeletionForm {
  when: 'later' | 'now'
  /** Whether the box is checked that goes with `now`. */
  isConfirmed: boolean
}

/** A refused form: the message, the field at fault, and the typed values. */
export interface RefusedSection {
  section: SectionName
  message: string
  field: string | null
  values: ProfileValues | null
  /** All that is wrong with the fields of a profile. */
  profileProblems: FieldProblem[]
  /** The new email address as typed. */
  email?: string
  /** The form about NSFW episodes as sent. */
  nsfw?: NsfwForm
  /** The form that deletes the account as sent. */
  deletion?: DeletionForm
  /** The secret whose code was wrong. */
  setUp?: TwoStepSetUp
  /** The support links as typed. */
  links?: SupportLinkFields[]
}

/** Secrets that are shown once, in the page that answers a form. */
export interface ShownOnce {
  setUp?: TwoStepSetUp
  recoveryCodes?: string[]
}

/** A new secret for a codes app. */
export interface TwoStepSetUp {
  /** As `otpauth:` address. */
  uri: string
  /** The secret in groups of four characters. */
  secret: string
  qr: { size: number; path: string }
}

/** The section that shows the success of each form. */
export const savedSections: Record<SavedForm, SectionName> = {
  verify: 'verify',
  profile: 'profile',
  support: 'support',
  picture: 'picture',
  'no-picture': 'picture',
  training: 'training',
  notifications: 'notifications',
  theme: 'theme',
  nsfw: 'nsfw',
  feed: 'feed',
  unblocked: 'blocked',
  unmuted: 'muted',
  password: 'password',
  'provider-linked': 'provider',
  'provider-unlinked': 'provider',
  'session-ended': 'sessions',
  'others-ended': 'sessions',
  'passkey-added': 'passkeys',
  'passkey-renamed': 'passkeys',
  'passkey-removed': 'passkeys',
  'two-step-off': 'two-step',
  'email-sent': 'email',
  'email-cancelled': 'email',
  'email-confirmed': 'email',
  creator: 'profile',
  restored: 'delete',
}

export function readSaved(key: string | null): SavedForm | null {
  return key !== null && Object.hasOwn(savedMessages, key) ? (key as SavedForm) : null
}

export function readSection(name: unknown): SectionName | null {
  return sections.find((section) => section === name) ?? null
}
