import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Notification } from './notification.ts'
import type { NotificationRow } from './notification-rows.server.ts'

export interface NotificationViewsParts {
  catalog: Pick<Catalog, 'findMany'>
  creators: Pick<Creators, 'findMany'>
  engagement: Pick<Engagement, 'findComments'>
}

/** A notification, and whose and where in the list it is. */
export type PlacedNotification = Notification & Pick<NotificationRow, 'recipientUid' | 'position'>

/**
 * Joins notifications with what they are about, in the same order. One whose episode or comment has been removed since
 * it was read is left out.
 */
export async function toNotifications(
  { catalog, creators, engagement }: NotificationViewsParts,
  rows: NotificationRow[],
): Promise<PlacedNotification[]> {
  const idsOf = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  const [found, comments] = await Promise.all([
    // As everyone sees them: the rows are those whose episodes their recipients may see.
    catalog.findMany(idsOf(rows.map((row) => row.episodeId)), null),
    engagement.findComments(idsOf(rows.map((row) => row.commentId))),
  ])
  const episodes = new Map(found.map((episode) => [episode.id, episode]))
  const authors = [...comments.values()].map(({ author }) => author.uid)
  const profiles = await creators.findMany(idsOf([...authors, ...rows.map((row) => row.followerUid)]))
  return rows.flatMap((row) => {
    const episode = row.episodeId === null ? undefined : episodes.get(row.episodeId)
    const comment = row.commentId === null ? undefined : comments.get(row.commentId)
    if ((row.episodeId !== null && !episode) || (row.commentId !== null && !comment)) return []
    // Whatever the row was when it was read.
    if (comment?.held && episode?.creatorId !== row.recipientUid) return []
    const profile = profiles.get(comment?.author.uid ?? row.followerUid ?? '')
    const creator = row.kind === 'episode' ? episode?.creator : profile
    const { id, kind, createdAt, read, count, recipientUid, position, decision } = row
    return [
      {
        ...{ id, kind, createdAt, read, recipientUid, position },
        ...(episode && {
          episode: {
            ...{ id: episode.id, title: episode.title, poster: episode.poster, nsfw: episode.nsfw },
            durationSeconds: episode.durationSeconds,
          },
        }),
        ...(creator && {
          creator: {
            uid: creator.uid,
            username: creator.username,
            avatarUrl: creator.avatarUrl,
            founderBadge: creator.founderBadge,
          },
        }),
        ...(comment && { comment }),
        ...((kind === 'milestone' || kind === 'follower') && { count }),
        ...(decision && { decision }),
      },
    ]
  })
}
