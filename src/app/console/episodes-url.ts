import { type ListedMark, listedMarks } from '#catalog/listed-marks.ts'

/** The filters and the place in the list of episodes, as in the page's URL. */
export interface EpisodesView {
  search: string
  mark: ListedMark | null
  cursor: string | null
}

export const episodesPath = '/admin/episodes'

export function readEpisodesView(params: URLSearchParams): EpisodesView {
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    mark: listedMarks.find((mark) => mark === params.get('mark')) ?? null,
    cursor: params.get('cursor'),
  }
}

/** The same list, at another page. */
export function episodesUrl({ search, mark, cursor }: EpisodesView): string {
  const params = new URLSearchParams({
    ...(search === '' ? {} : { search }),
    ...(mark === null ? {} : { mark }),
    ...(cursor === null ? {} : { cursor }),
  })
  return params.size === 0 ? episodesPath : `${episodesPath}?${params}`
}
