import type { Db, Trx } from '#platform/database.server.ts'

export interface DemoTable {
  is_only_row: boolean
  state: 'declined' | 'filling' | 'filled'
  salt: string
  decided_at: Date
  announced_at: Date | null
}

interface DemoCreatorsTable {
  key: string
  uid: string | null
}

interface DemoEpisodesTable {
  key: string
  video_uid: string | null
  is_done: boolean
}

function tables(db: Db | Trx) {
  return db.withTables<{ demo: DemoTable; demo_creators: DemoCreatorsTable; demo_episodes: DemoEpisodesTable }>()
}

/** The decision about this Hoshi; undefined before it is made. */
export function findDecision(db: Db | Trx): Promise<DemoTable | undefined> {
  return tables(db).selectFrom('demo').selectAll().executeTakeFirst()
}

/** Stores the decision if there is none; `mayReconsider` also replaces `declined`. */
export async function decide(
  db: Db | Trx,
  decision: Pick<DemoTable, 'state' | 'salt' | 'decided_at'>,
  mayReconsider: boolean,
): Promise<void> {
  const row = { is_only_row: true, announced_at: null, ...decision }
  await tables(db)
    .insertInto('demo')
    .values(row)
    .onConflict((conflict) =>
      mayReconsider
        ? conflict.column('is_only_row').doUpdateSet(row).where('demo.state', '=', 'declined')
        : conflict.column('is_only_row').doNothing(),
    )
    .execute()
}

/** True for the one caller that must show the passwords. */
export async function markAnnounced(db: Db, now: Date): Promise<boolean> {
  const row = await tables(db)
    .updateTable('demo')
    .set({ announced_at: now })
    .where('announced_at', 'is', null)
    .returning('is_only_row')
    .executeTakeFirst()
  return row !== undefined
}

export async function markSeeded(db: Db): Promise<void> {
  await tables(db).updateTable('demo').set({ state: 'filled' }).where('state', '=', 'filling').execute()
}

/** The account of a demo creator (null: its sign-up was refused); undefined before the sign-up. */
export async function findCreatorUid(db: Db, key: string): Promise<string | null | undefined> {
  const row = await tables(db).selectFrom('demo_creators').select('uid').where('key', '=', key).executeTakeFirst()
  return row?.uid
}

export async function recordCreator(db: Db, key: string, uid: string | null): Promise<void> {
  await tables(db)
    .insertInto('demo_creators')
    .values({ key, uid })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Accounts of the demo, including those deleted since. */
export async function creatorUids(db: Db): Promise<string[]> {
  const rows = await tables(db).selectFrom('demo_creators').select('uid').where('uid', 'is not', null).execute()
  return rows.map((row) => row.uid!)
}

export function findEpisodeStep(db: Db, key: string): Promise<DemoEpisodesTable | undefined> {
  return tables(db).selectFrom('demo_episodes').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function recordUpload(db: Db, key: string, videoUid: string): Promise<void> {
  await tables(db)
    .insertInto('demo_episodes')
    .values({ key, video_uid: videoUid, is_done: false })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

export async function recordDone(db: Db, key: string): Promise<void> {
  await tables(db)
    .insertInto('demo_episodes')
    .values({ key, video_uid: null, is_done: true })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ is_done: true }))
    .execute()
}
