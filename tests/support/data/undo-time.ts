import { queryDatabase } from './query-database.server.ts'

/** A time in which decisions can be taken back that ends when a test says so, however slow the machine is. */
export const LONG_UNDO_SECONDS = 3600

/** Ends the time in which a decision can be taken back: moves it into the past, and starts the job that tells of it. */
export async function endUndoTime(connectionString: string, decisionId: string): Promise<void> {
  await moveIntoPast(connectionString, decisionId, `${LONG_UNDO_SECONDS + 1} seconds`)
  await queryDatabase(
    connectionString,
    `update pgboss.job set start_after = now()
     where name = 'moderation.announce' and state = 'created' and data ->> 'id' = $1`,
    [decisionId],
  )
}

/** Moves a decision, and what it closed, into the past. */
export async function moveIntoPast(connectionString: string, decisionId: string, time: string): Promise<void> {
  const decision = 'update moderation_decisions set created_at = created_at - $2::interval where id = $1'
  await queryDatabase(connectionString, decision, [decisionId, time])
  const reports = 'update reports set closed_at = closed_at - $2::interval where decision_id = $1'
  await queryDatabase(connectionString, reports, [decisionId, time])
}
