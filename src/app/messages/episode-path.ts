import type { DecisionNews, Notification } from '#community/notification.ts'

/** The page of its episode, at its comment if there is one, or that of its subtitles; null without an episode. */
export function episodePath({
  episode,
  comment,
  subtitle,
}: Pick<Notification, 'episode' | 'comment' | 'subtitle'>): string | null {
  if (!episode) return null
  if (subtitle) return `/subtitles/${episode.id}?text=${subtitle.id}`
  return comment ? `/watch/${episode.id}?comment=${comment.id}#comment-${comment.id}` : `/watch/${episode.id}`
}

/** The page that says more about a decision: where a mark or a takedown is gone, the episode itself. */
export function decisionPath(news: DecisionNews | undefined): string | null {
  if (!news) return null
  const isBack = news.decision === 'leave' || news.outcome === 'reversed'
  if (news.about === 'decision' && isBack) return `/watch/${news.subject.id}`
  return news.about === 'report' ? '/settings/reports' : '/settings/decisions'
}
