import type { SavedForm } from '#app/messages/settings.ts'
import type { IconName } from '#app/ui/icon.tsx'
import { type SectionName, savedSections } from './settings-state.ts'

/** The pages of Settings, in the order of their list. */
export const settingsPages = ['profile', 'watching', 'notifications', 'security', 'data'] as const
export type SettingsPageName = (typeof settingsPages)[number]

interface SettingsPage {
  path: string
  name: string
  /** Title of the document. */
  title: string
  icon: IconName
}

export const settingsPage: Readonly<Record<SettingsPageName, SettingsPage>> = {
  profile: { path: '/settings', name: 'Profile', title: 'Settings', icon: 'user' },
  watching: { path: '/settings/watching', name: 'Watching', title: 'Watching settings', icon: 'play' },
  notifications: {
    path: '/settings/notifications',
    name: 'Notifications',
    title: 'Notification settings',
    icon: 'bell',
  },
  security: { path: '/settings/security', name: 'Security', title: 'Security settings', icon: 'shield' },
  data: { path: '/settings/data', name: 'Your data', title: 'Your data', icon: 'download' },
}

/** A section, or the import, which is a form of its own address. */
export type SectionPlace = SectionName | 'import'

const pageOfSection: Readonly<Record<SectionPlace, SettingsPageName>> = {
  verify: 'security',
  profile: 'profile',
  support: 'profile',
  picture: 'profile',
  training: 'profile',
  notifications: 'notifications',
  theme: 'watching',
  nsfw: 'watching',
  feed: 'watching',
  blocked: 'profile',
  muted: 'watching',
  password: 'security',
  provider: 'security',
  sessions: 'security',
  passkeys: 'security',
  'two-step': 'security',
  recovery: 'security',
  email: 'security',
  creator: 'profile',
  export: 'data',
  delete: 'data',
  import: 'data',
}

/** Address of a section: its page, and the place on it. @param query such as `saved=profile` */
export function sectionUrl(section: SectionPlace, query?: string): string {
  return `${settingsPage[pageOfSection[section]].path}${query ? `?${query}` : ''}#${section}`
}

/** The page after a form has succeeded. */
export function savedUrl(saved: SavedForm): string {
  return sectionUrl(savedSections[saved], `saved=${saved}`)
}

/** Whether a section stands on this page. */
export function isOnPage(section: SectionPlace, page: SettingsPageName): boolean {
  return pageOfSection[section] === page
}

/** The page on which an older link finds its section: all of them were on `/settings` once. @param hash of a URL */
export function pageOfHash(hash: string): SettingsPageName | null {
  const section = hash.slice(1)
  return Object.hasOwn(pageOfSection, section) ? pageOfSection[section as SectionPlace] : null
}
