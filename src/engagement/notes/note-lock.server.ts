import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { lockCountsOf } from '../count-rows.server.ts'
import { findNote, type NoteRow } from './note-rows.server.ts'

/**
 * Locks the counts of a note's episode until the commit, and so the note, and reads it again.
 * @throws Refusal engagement.note_not_found when it has been removed since
 */
export async function lockNote(trx: Trx, { id, episode_id }: NoteRow): Promise<NoteRow> {
  const row = (await lockCountsOf(trx, episode_id)) ? await findNote(trx, id) : undefined
  if (!row) throw new Refusal('engagement.note_not_found')
  return row
}
