import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Invitation } from './invitation.ts'

type InvitationTables = {
  invitations: {
    id: string
    code_hash: string
    uses: number
    uses_left: number
    expires_at: Date | null
    created_at: Date
  }
}

const tables = (db: Db | Trx) => db.withTables<InvitationTables>()

/** All of them, the newest first. */
export async function listInvitations(db: Db): Promise<Invitation[]> {
  return await tables(db)
    .selectFrom('invitations')
    .select(['id', 'uses', 'uses_left as usesLeft', 'expires_at as expiresAt', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function countInvitations(trx: Trx): Promise<number> {
  const row = await tables(trx)
    .selectFrom('invitations')
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertInvitation(
  trx: Trx,
  { id, uses, expiresAt, createdAt }: Omit<Invitation, 'usesLeft'>,
  codeHash: string,
): Promise<void> {
  await tables(trx)
    .insertInto('invitations')
    .values({ id, code_hash: codeHash, uses, uses_left: uses, expires_at: expiresAt, created_at: createdAt })
    .execute()
}

/** @returns its remaining uses and its expiry; undefined when there is none */
export async function deleteInvitation(
  trx: Trx,
  id: string,
): Promise<Pick<Invitation, 'usesLeft' | 'expiresAt'> | undefined> {
  return await tables(trx)
    .deleteFrom('invitations')
    .where('id', '=', id)
    .returning(['uses_left as usesLeft', 'expires_at as expiresAt'])
    .executeTakeFirst()
}

/** Whether the code could be used at this time. */
export async function isInvitation(db: Db, codeHash: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invitations
    where code_hash = ${codeHash} and uses_left > 0 and (expires_at is null or expires_at > ${at})
  `.execute(db)
  return rows.length > 0
}

/** Takes one use. Of several who take the last one at once, one succeeds. */
export async function takeUse(trx: Trx, codeHash: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update invitations set uses_left = uses_left - 1
    where code_hash = ${codeHash} and uses_left > 0 and (expires_at is null or expires_at > ${at})
    returning 1
  `.execute(trx)
  return rows.length > 0
}
