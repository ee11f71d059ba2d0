import { type ListedMark, listedMarks } from '#catalog/listed-marks.ts'

/** The filters and the place in the list of episodes, as in the page's URL. */
export interface EpisodesView {
  search: string
  mark: ListedMark | null
  isOldestFirst: boolean
  cursor: string | null
}

export const episodesPath = '/admin/episodes'

export function readEpisodesView(params: URLSearchParams): EpisodesView {
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    mark: listedMarks.find((mark) => mark === params.get('mark')) ?? null,
    isOldestFirst: params.get('order') === 'oldest',
    cursor: params.get('cursor'),
  }
}

/** The same list, at another page, with the decision sheet of an episode or with a decision that was just made. */
export function episodesUrl(
  { search, mark, isOldestFirst, cursor }: EpisodesView,
  more: { decide?: string; done?: string } = {},
): string {
  const params = new URLSearchParams({
    ...(search === '' ? {} : { search }),
    ...(mark === null ? {} : { mark }),
    ...(isOldestFirst && { order: 'oldest' }),
    ...(cursor === null ? {} : { cursor }),
    ...more,
  })
  return params.size === 0 ? episodesPath : `${episodesPath}?${params}`
}
