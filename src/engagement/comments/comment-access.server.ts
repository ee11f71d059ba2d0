import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type CommentFacts, maySeeComment } from './comment-permissions.ts'
import { type CommentRow, findComment } from './comment-rows.server.ts'

export interface CommentAccessParts {
  db: Db
  catalog: Pick<Catalog, 'commentRulesOf' | 'frameCountOf' | 'secondsOfFrame'>
}

/** A comment with the facts that permissions depend on. */
export interface FoundComment {
  row: CommentRow
  facts: CommentFacts
  /** Whether the episode takes comments. */
  isOpen: boolean
  /** Whether this viewer may see the episode and the comment. */
  isVisible: boolean
}

/** @throws Refusal engagement.comment_not_found when there is none, seen or not */
export async function accessComment(
  { db, catalog }: CommentAccessParts,
  id: string,
  viewer: Account | null,
): Promise<FoundComment> {
  const row = isPossibleId(id) ? await findComment(db, id) : undefined
  const rules = row && (await catalog.commentRulesOf(row.episode_id, viewer))
  const parent = row?.parent_id ? await findComment(db, row.parent_id) : null
  if (!row || !rules || parent === undefined) throw new Refusal('engagement.comment_not_found')
  const facts = { ...marksOf(row), creatorId: rules.creatorId, parent: parent && marksOf(parent) }
  return { row, facts, isOpen: rules.isOpen, isVisible: rules.isVisible && maySeeComment(facts, viewer) }
}

/** @throws Refusal engagement.comment_not_found unless this viewer may see it */
export async function accessVisibleComment(
  parts: CommentAccessParts,
  id: string,
  viewer: Account | null,
): Promise<FoundComment> {
  const found = await accessComment(parts, id, viewer)
  if (!found.isVisible) throw new Refusal('engagement.comment_not_found')
  return found
}

function marksOf({ author_uid, hidden, held }: CommentRow) {
  return { authorUid: author_uid, hidden, held }
}
