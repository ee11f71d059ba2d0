import type { CommentPolicy } from '#engagement/comments/comment-policy.ts'
import type { SignUpMode } from '#identity/sign-up-gate.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { ModerationMode, SiteSettings } from './site-settings.ts'

type SiteTables = {
  site_settings: {
    announcement: string
    sign_up: SignUpMode
    /** Null until it is set. */
    moderation: ModerationMode | null
    comment_policy: CommentPolicy
  }
}

/** The settings as they are stored. */
export type StoredSettings = Omit<SiteSettings, 'moderation'> & { moderation: ModerationMode | null }

const columns = ['announcement', 'sign_up as signUp', 'moderation', 'comment_policy as commentPolicy'] as const

const settings = (db: Db | Trx) => db.withTables<SiteTables>().selectFrom('site_settings').select(columns)

export function readSettings(db: Db | Trx): Promise<StoredSettings> {
  return settings(db).executeTakeFirstOrThrow()
}

/** Reads the settings and locks them against changes until the commit. */
export function shareSettings(trx: Trx): Promise<StoredSettings> {
  return settings(trx).forShare().executeTakeFirstOrThrow()
}

/** Reads the settings and locks them for a change until the commit. */
export function lockSettings(trx: Trx): Promise<StoredSettings> {
  return settings(trx).forUpdate().executeTakeFirstOrThrow()
}

/** Changes the given settings, which the caller has locked. */
export async function updateSettings(trx: Trx, changes: Partial<SiteSettings>): Promise<void> {
  const { announcement, signUp, moderation, commentPolicy } = changes
  await trx
    .withTables<SiteTables>()
    .updateTable('site_settings')
    .set({
      ...(announcement !== undefined && { announcement }),
      ...(signUp !== undefined && { sign_up: signUp }),
      ...(moderation !== undefined && { moderation }),
      ...(commentPolicy !== undefined && { comment_policy: commentPolicy }),
    })
    .execute()
}
