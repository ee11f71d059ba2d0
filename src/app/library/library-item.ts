import { displayName } from '#creators/creator.ts'
import type { LibraryEpisode, LibraryPage } from '#library/library.ts'

/** One episode in a list of the library; no other fields are sent to the page. */
export interface LibraryItem {
  id: string
  title: string
  nsfw: boolean
  poster: string | null
  durationSeconds: number | null
  creatorName: string
  positionSeconds: number | null
  /** When it was watched last, added or liked, whichever the list is about. */
  at: Date
}

export interface LibraryList {
  items: LibraryItem[]
  total: number
  nextCursor: string | null
}

export function libraryListOf({ episodes, total, nextCursor }: LibraryPage): LibraryList {
  return { items: episodes.map(itemOf), total, nextCursor }
}

function itemOf({
  id,
  title,
  nsfw,
  poster,
  durationSeconds,
  creator,
  positionSeconds,
  at,
}: LibraryEpisode): LibraryItem {
  return { id, title, nsfw, poster, durationSeconds, creatorName: displayName(creator), positionSeconds, at }
}
