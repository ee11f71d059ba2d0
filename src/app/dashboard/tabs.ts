/** The tabs of the dashboard, in order; `id` is used in the URL. */
export const dashboardTabs = [
  { id: 'overview', name: 'Overview' },
  { id: 'content', name: 'My Content' },
  { id: 'analytics', name: 'Analytics' },
] as const

export type TabId = (typeof dashboardTabs)[number]['id']

/** The chosen tab; the first for any unknown value. */
export function tabOf(search: URLSearchParams): TabId {
  const requested = search.get('tab')
  return dashboardTabs.find(({ id }) => id === requested)?.id ?? 'overview'
}

export function tabUrl(tab: TabId): string {
  return tab === 'overview' ? '/dashboard' : `/dashboard?tab=${tab}`
}

/** Episodes of My Content per step of 'Load more'. */
const CONTENT_STEP = 24

/** How many episodes of My Content to show: a whole number of steps, at least one. */
export function visibleCountOf(search: URLSearchParams): number {
  const requested = Number(search.get('shown'))
  const steps = Number.isFinite(requested) ? Math.ceil(requested / CONTENT_STEP) : 1
  return Math.max(1, steps) * CONTENT_STEP
}

/** The URL that shows one step more, filtered as before. @param filter parameters of the filter */
export function loadMoreUrl(visibleCount: number, filter: [string, string][]): string {
  const params = [['tab', 'content'], ...filter, ['shown', String(visibleCount + CONTENT_STEP)]]
  return `/dashboard?${new URLSearchParams(params)}`
}
