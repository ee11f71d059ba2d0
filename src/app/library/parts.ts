/** The parts of the library in order; `id` is used in the URL. */
export const libraryParts = [
  { id: 'everything', name: 'All' },
  { id: 'continue', name: 'Continue Watching' },
  { id: 'later', name: 'Watch Later' },
  { id: 'liked', name: 'Liked' },
  { id: 'history', name: 'History' },
] as const

export type LibraryPart = (typeof libraryParts)[number]['id']
/** A part that is one list. */
export type ListPart = Exclude<LibraryPart, 'everything'>

export const listParts = ['continue', 'later', 'liked', 'history'] as const satisfies ListPart[]

/** The chosen part; everything for any unknown value. */
export function partOf(search: URLSearchParams): LibraryPart {
  const requested = search.get('part')
  return libraryParts.find(({ id }) => id === requested)?.id ?? 'everything'
}

export function partUrl(part: LibraryPart, search = ''): string {
  if (part === 'everything') return '/library'
  return search === '' ? `/library?part=${part}` : `/library?part=${part}&search=${encodeURIComponent(search)}`
}
