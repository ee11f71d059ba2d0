import { useRouteLoaderData } from 'react-router'
import type { SuspensionView } from '#app/messages/suspension.ts'
import type { Role } from '#identity/account.ts'
import type { Theme } from '#identity/theme.ts'

/** The signed-in visitor, as far as the page may know. */
export interface CurrentUser {
  uid: string
  email: string
  role: Role
  /** Whether it has a public profile, whatever its role. */
  isCreator: boolean
  /** Whether the account is a moderator's or an admin's. */
  opensConsole: boolean
  /** Name of the public profile, or else the email address. */
  name: string
  /** Empty for none. */
  avatarUrl: string
  /** The suspension while the account may not write; null otherwise. */
  suspension: SuspensionView | null
}

/** A text of the people who look after the site. */
export interface Announcement {
  /** Names the text. */
  id: string
  text: string
}

/** Data of the root route that every screen reads. */
export interface RootData {
  account: CurrentUser | null
  /** Null for none, and once the visitor has closed it. */
  announcement: Announcement | null
  /** The chosen theme; null where only the browser knows it, which is a page that guests share. */
  theme: Theme | null
  /** Unread notifications of the visitor. */
  unread: number
  /** Shown on error pages, so that a report can be matched to its log line. */
  requestId: string
  publicUrl: string
}

/** The signed-in visitor, or null; also null when the page failed before the visitor was known. */
export function useCurrentUser(): CurrentUser | null {
  return useRouteLoaderData<RootData>('root')?.account ?? null
}
