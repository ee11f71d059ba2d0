import { queuePath } from '#app/moderation/queue-url.ts'
import type { IconName } from '#app/ui/icon.tsx'
import { auditPath } from './audit-url.ts'

interface Place {
  path: string
  name: string
  icon: IconName
  /** Whether it is not there for moderators. */
  isForAdmins?: boolean
  /** The number beside it. */
  count?: keyof PlaceCounts
}

/** Numbers of open items at the places of the console; `urgent` counts those of `queue` to read first. */
export interface PlaceCounts {
  queue: number
  urgent: number
  jobs: number
}

export const overviewPath = '/admin'
export const jobsPath = '/admin/jobs'
export const integrityPath = '/admin/integrity'

/** The places of the console, in order. */
export const places: readonly Place[] = [
  { path: overviewPath, name: 'Overview', icon: 'home' },
  { path: queuePath, name: 'Queue', icon: 'queue', count: 'queue' },
  { path: '/admin/accounts', name: 'Accounts', icon: 'people' },
  { path: '/admin/episodes', name: 'Episodes', icon: 'film' },
  { path: '/admin/words', name: 'Words', icon: 'words' },
  { path: auditPath, name: 'Audit log', icon: 'log' },
  { path: jobsPath, name: 'Jobs', icon: 'gear', count: 'jobs', isForAdmins: true },
  { path: integrityPath, name: 'Integrity', icon: 'check', isForAdmins: true },
  { path: '/admin/settings', name: 'Settings', icon: 'sliders', isForAdmins: true },
]

/** Whether the path of a URL belongs to a place. */
export function isAtPlace({ path }: Pick<Place, 'path'>, pathname: string): boolean {
  // Every other address is below that of the overview.
  return path === overviewPath ? pathname === path : pathname.startsWith(path)
}
