/** The parts of the dashboard, in order; `id` stands in the address. */
export const dashboardTabs = [
  { id: 'overview', name: 'Overview' },
  { id: 'content', name: 'My Content' },
  { id: 'analytics', name: 'Analytics' },
] as const

export type TabId = (typeof dashboardTabs)[number]['id']

/** The chosen part; anything unknown is the first. */
export function tabOf(search: URLSearchParams): TabId {
  const asked = search.get('tab')
  return dashboardTabs.find(({ id }) => id === asked)?.id ?? 'overview'
}

export function tabAddress(tab: TabId): string {
  return tab === 'overview' ? '/dashboard' : `/dashboard?tab=${tab}`
}

/** Episodes of My Content that stand there at once. */
const CONTENT_STEP = 24

/** How many of My Content are asked for: a whole number of steps, at least one. */
export function shownOf(search: URLSearchParams): number {
  const asked = Number(search.get('shown'))
  const steps = Number.isFinite(asked) ? Math.ceil(asked / CONTENT_STEP) : 1
  return Math.max(1, steps) * CONTENT_STEP
}

/** The address that shows a step more. */
export function moreAddress(shown: number): string {
  return `/dashboard?tab=content&shown=${shown + CONTENT_STEP}`
}
