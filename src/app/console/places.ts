import type { IconName } from '#app/ui/icon.tsx'

interface Place {
  to: string
  name: string
  icon: IconName
  /** Not there for moderators. */
  isForAdmins?: true
}

/** The places of the console, in order. */
export const places: readonly Place[] = [
  { to: '/admin/queue', name: 'Queue', icon: 'flag' },
  { to: '/admin/accounts', name: 'Accounts', icon: 'people' },
  { to: '/admin/words', name: 'Words', icon: 'words' },
  { to: '/admin/audit', name: 'Audit log', icon: 'log' },
  { to: '/admin/settings', name: 'Settings', icon: 'sliders', isForAdmins: true },
]
