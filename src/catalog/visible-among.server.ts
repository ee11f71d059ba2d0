import { displayName } from '#creators/creator.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Viewer } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import { visibleTitles } from './episodes-by-id.server.ts'
import { foldTexts, foldWords } from './search-folds.server.ts'
import { readSearch } from './search-term.ts'

/**
 * Filters a person's own list. It is short compared with Explore's, so the search needs no index: the texts of the
 * episodes are compared with each word, folded as in docs/product.md#search.
 * @throws Refusal catalog.search_invalid
 */
export async function findVisibleAmong(
  { db, creators }: { db: Db; creators: Pick<Creators, 'findMany'> },
  ids: string[],
  viewer: Viewer,
  search: string | undefined,
): Promise<Set<string>> {
  const term = readSearch(search ?? '')
  if (ids.length === 0) return new Set()
  const visible = await visibleTitles(db, ids, viewer.uid)
  if (!term) return new Set(visible.map(({ id }) => id))
  const profiles = [...(await creators.findMany([...new Set(visible.map(({ creatorId }) => creatorId))])).values()]
  const [words, names] = await Promise.all([foldWords(db, term.words), foldTexts(db, profiles.map(displayName))])
  if (words.length === 0) return new Set()
  const nameKeys = new Map(profiles.map(({ uid }, at) => [uid, names[at]!.key]))
  const matching = visible.filter(({ titleKey, creatorId }) =>
    words.every(({ key }) => titleKey.includes(key) || nameKeys.get(creatorId)?.includes(key)),
  )
  return new Set(matching.map(({ id }) => id))
}
