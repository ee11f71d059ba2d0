/** The tabs of the page for editing an episode, in order; `id` is used in the URL. @see docs/product.md#editing-an-episode */
export const editTabs = [
  { id: 'details', name: 'Details' },
  { id: 'thumbnail', name: 'Thumbnail' },
  { id: 'subtitles', name: 'Subtitles' },
  { id: 'credits', name: 'Credits' },
  { id: 'file', name: 'File' },
  { id: 'sharing', name: 'Sharing' },
] as const

export type EditTab = (typeof editTabs)[number]['id']

/** The URL of a tab; the first has that of the page. */
export function editAddress(episodeId: string, tab: EditTab = 'details'): string {
  const page = `/dashboard/episodes/${encodeURIComponent(episodeId)}`
  return tab === 'details' ? page : `${page}/${tab}`
}

/** The tab that a URL names; null for one that does not exist. @param name absent for the first tab */
export function editTabOf(name: string | undefined): EditTab | null {
  if (name === undefined) return 'details'
  return editTabs.find(({ id }) => id === name && id !== 'details')?.id ?? null
}
