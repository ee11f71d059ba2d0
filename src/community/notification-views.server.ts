import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import type { Notification } from './notification.ts'
import type { NotificationRow } from './notification-rows.server.ts'

export interface NotificationViewsParts {
  catalog: Pick<Catalog, 'findMany'>
  creators: Pick<Creators, 'findMany'>
  engagement: { comments: Pick<Engagement['comments'], 'findMany'> }
  subtitles: Pick<Subtitles, 'namesOf'>
}

/** A notification, and whose and where in the list it is. */
export type PlacedNotification = Notification & Pick<NotificationRow, 'recipientUid' | 'position'>

/**
 * Joins notifications with their episodes, comments, texts and people, in the same order. One whose episode, comment or text
 * has been removed since it was read is left out.
 */
export async function toNotifications(
  { catalog, creators, engagement, subtitles }: NotificationViewsParts,
  rows: NotificationRow[],
): Promise<PlacedNotification[]> {
  const idsOf = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  const [found, comments, texts] = await Promise.all([
    // As everyone sees them: the rows are those whose episodes their recipients may see.
    catalog.findMany(idsOf(rows.map((row) => row.episodeId)), null),
    engagement.comments.findMany(idsOf(rows.map((row) => row.commentId))),
    subtitles.namesOf(idsOf(rows.map((row) => row.subtitleId))),
  ])
  const episodes = new Map(found.map((episode) => [episode.id, episode]))
  const authors = [...comments.values()].map(({ author }) => author.uid)
  const offering = (row: NotificationRow) =>
    row.review === null ? (texts.get(row.subtitleId ?? '')?.authorUid ?? null) : null
  const profiles = await creators.findMany(
    idsOf([...authors, ...rows.flatMap((row) => [row.followerUid, offering(row)])]),
  )
  return rows.flatMap((row) => {
    const episode = row.episodeId === null ? undefined : episodes.get(row.episodeId)
    const comment = row.commentId === null ? undefined : comments.get(row.commentId)
    const text = row.subtitleId === null ? undefined : texts.get(row.subtitleId)
    if ((row.episodeId !== null && !episode) || (row.commentId !== null && !comment)) return []
    if (row.subtitleId !== null && !text) return []
    // The comment may have been held since the row was read.
    if (comment?.held && episode?.creatorId !== row.recipientUid) return []
    const profile = profiles.get(comment?.author.uid ?? row.followerUid ?? offering(row) ?? '')
    const creator = row.kind === 'episode' ? episode?.creator : profile
    const { id, kind, createdAt, read, count, recipientUid, position, decision, review } = row
    return [
      {
        id,
        kind,
        createdAt,
        read,
        recipientUid,
        position,
        ...(episode && {
          episode: {
            id: episode.id,
            title: episode.title,
            poster: episode.poster,
            nsfw: episode.nsfw,
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
        ...(text && {
          subtitle: {
            id: text.id,
            language: text.language,
            label: text.label,
            ...(review && { outcome: review.outcome }),
            ...(review?.words && { words: review.words }),
          },
        }),
      },
    ]
  })
}
