import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type CommentFacts, maySeeComment } from '../comments/comment-permissions.ts'
import { toAuthor } from '../comments/comment-view.server.ts'
import type { Note } from './note.ts'
import { findNote, type NoteRow } from './note-rows.server.ts'

export interface NoteAccessParts {
  db: Db
  catalog: Pick<Catalog, 'commentRulesOf' | 'frameCountOf' | 'secondsOfFrame'>
  creators: Pick<Creators, 'findMany'>
}

/** A note with the facts that permissions depend on: those of a comment that is no reply. */
export interface FoundNote {
  row: NoteRow
  facts: CommentFacts
  /** Whether this viewer may see the episode and the note. */
  isVisible: boolean
}

/** @throws Refusal engagement.note_not_found when there is none, seen or not */
export async function accessNote(
  { db, catalog }: Pick<NoteAccessParts, 'db' | 'catalog'>,
  id: string,
  viewer: Account | null,
): Promise<FoundNote> {
  const row = isPossibleId(id) ? await findNote(db, id) : undefined
  const rules = row && (await catalog.commentRulesOf(row.episode_id, viewer))
  if (!row || !rules) throw new Refusal('engagement.note_not_found')
  const { author_uid: authorUid, hidden, held } = row
  const facts = { authorUid, hidden, held, creatorId: rules.creatorId, parent: null }
  return { row, facts, isVisible: rules.isVisible && maySeeComment(facts, viewer) }
}

/** The notes as readers get them, in the same order. */
export async function toNotes({ creators }: Pick<NoteAccessParts, 'creators'>, rows: NoteRow[]): Promise<Note[]> {
  const profiles = await creators.findMany([...new Set(rows.map((row) => row.author_uid))])
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    frame: row.frame,
    createdAt: row.created_at,
    author: toAuthor(row.author_uid, profiles.get(row.author_uid)),
    hidden: row.hidden,
    pinned: row.pinned,
    held: row.held,
  }))
}
