import type { VideoState } from './video-state.ts'

/** Audiences of a video's media: its creator, also moderators, also people with the address, or everyone. */
export const mediaAudiences = ['owner', 'moderators', 'link', 'everyone'] as const
export type MediaAudience = (typeof mediaAudiences)[number]

/**
 * Who may read its media now: only its creator until an episode or program uses it and it plays, then those whom
 * `restricted_to` and `is_for_moderators` allow. For the video of an episode the catalog derives that from the episode's
 * audience, and `VideoHost.restrict` alone stores it.
 */
export function currentAudience(row: {
  state: VideoState
  is_published: boolean
  restricted_to: 'owner' | 'link' | null
  is_for_moderators: boolean
}): MediaAudience {
  if (!row.is_published || row.state !== 'ready') return 'owner'
  if (row.restricted_to === 'owner' && row.is_for_moderators) return 'moderators'
  return row.restricted_to ?? 'everyone'
}

/** Whether others than its creator and moderators may read the media. */
export function isPublicAudience(audience: MediaAudience): boolean {
  return audience === 'link' || audience === 'everyone'
}

/** Whether fewer people may read the media than before. */
export function isNarrower(audience: MediaAudience, before: MediaAudience): boolean {
  return mediaAudiences.indexOf(audience) < mediaAudiences.indexOf(before)
}
