import { queuePath } from '#app/moderation/queue-url.ts'
import type { IconName } from '#app/ui/icon.tsx'

interface Place {
  path: string
  /** The part of the queue that it is. */
  kind?: 'report' | 'appeal'
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
  reports: number
  appeals: number
  jobs: number
}

export const overviewPath = '/admin'
export const jobsPath = '/admin/jobs'
export const integrityPath = '/admin/integrity'

/** The places of the console, in order. */
export const places: readonly Place[] = [
  { path: overviewPath, name: 'Overview', icon: 'home' },
  { path: queuePath, name: 'Queue', icon: 'queue', count: 'queue' },
  { path: queuePath, kind: 'report', name: 'Reports', icon: 'flag', count: 'reports' },
  { path: queuePath, kind: 'appeal', name: 'Appeals', icon: 'scales', count: 'appeals' },
  { path: '/admin/accounts', name: 'Accounts', icon: 'people' },
  { path: '/admin/episodes', name: 'Episodes', icon: 'film' },
  { path: '/admin/words', name: 'Words', icon: 'words' },
  { path: '/admin/audit', name: 'Audit log', icon: 'log' },
  { path: jobsPath, name: 'Jobs', icon: 'gear', count: 'jobs', isForAdmins: true },
  { path: integrityPath, name: 'Integrity', icon: 'check', isForAdmins: true },
  { path: '/admin/settings', name: 'Settings', icon: 'sliders', isForAdmins: true },
]

export function placeUrl({ path, kind }: Pick<Place, 'path' | 'kind'>): string {
  return kind ? `${path}?kind=${kind}` : path
}

/** Whether a URL belongs to a place. */
export function isAtPlace(
  { path, kind }: Pick<Place, 'path' | 'kind'>,
  { pathname, search }: { pathname: string; search: string },
): boolean {
  // Every other address is below that of the overview.
  if (path === overviewPath ? pathname !== path : !pathname.startsWith(path)) return false
  const asked = path === queuePath ? new URLSearchParams(search).get('kind') : null
  // Suggestions and comments have no place of their own.
  const ownKind = places.find((place) => place.kind && place.kind === asked)?.kind
  return kind === ownKind
}
