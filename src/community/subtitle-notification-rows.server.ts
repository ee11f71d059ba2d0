import { sql } from 'kysely'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { ReviewNews } from './notification.ts'

/**
 * Notifies a person of a text; an unread notification of it is renewed and moves to the front. Returns whether it was
 * stored: it is not for who does not want these, nor after a later one. The positions are locked.
 */
export async function insertSubtitleNotification(
  trx: Trx,
  added: { recipientUid: string; at: Date; episodeId: string; subtitleId: string; review: ReviewNews | null },
): Promise<boolean> {
  const { recipientUid, at, episodeId, subtitleId, review } = added
  const { rows } = await sql`
    insert into notifications (id, recipient_uid, kind, created_at, episode_id, subtitle_id, review)
    select ${newId()}, ${recipientUid}, 'subtitle', ${at}, ${episodeId}, ${subtitleId},
      ${review && JSON.stringify(review)}::jsonb
    where coalesce((select subtitle from notification_settings where uid = ${recipientUid}), true)
    and not exists (
      select from notifications
      where recipient_uid = ${recipientUid} and subtitle_id = ${subtitleId} and created_at > ${at}
    )
    on conflict (recipient_uid, subtitle_id) where kind = 'subtitle' and read_at is null do update set
      review = excluded.review, created_at = excluded.created_at, position = nextval('notification_positions')
    returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Recipients of notifications of a text. */
export async function recipientsOfSubtitle(trx: Trx, id: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select distinct recipient_uid as uid from notifications where subtitle_id = ${id}
  `.execute(trx)
  return rows.map(({ uid }) => uid)
}
