import type { MediaAudience } from '#video/media-audience.ts'
import type { Hold } from './hold.ts'

/** A creator's choice for an episode. @see docs/product.md#visibility */
export const visibilities = ['public', 'unlisted', 'private', 'scheduled'] as const
export type Visibility = (typeof visibilities)[number]

/** A moderator's limit on who can open an episode, whatever its creator chose: people with its address, or nobody. */
export type Restriction = 'limited' | 'taken_down'

/**
 * Who may find an episode now, from the narrowest: its creator; also everyone who has its address; also visitors of its
 * creator's profile; also Explore, search, trending and the sitemap. PostgreSQL computes it (`episodes.audience`) from
 * whether the video plays, the visibility, a moderator's restriction, whether the episode is held back, whether it is adult,
 * and whether its creator's account is deactivated; no other code decides this.
 */
export const audiences = ['owner', 'link', 'profile', 'everyone'] as const
export type Audience = (typeof audiences)[number]

/** The audiences of episodes on a profile, which its counts and totals include. */
export const profileAudiences = ['profile', 'everyone'] as const satisfies Audience[]

/** Whether its creator's profile shows it to everyone. */
export function isOnProfile(audience: Audience): boolean {
  return (profileAudiences as readonly Audience[]).includes(audience)
}

/** Whether everyone who knows the address may watch. */
export function isOpen(audience: Audience): boolean {
  return audience !== 'owner'
}

/** Whether Explore lists it and search engines may. */
export function isListed(audience: Audience): boolean {
  return audience === 'everyone'
}

/**
 * Whether moderators open an episode that only its creator finds, to decide about it: it is held back or taken down, and its
 * creator's account is not deactivated.
 */
export function isForModerators(row: {
  hold: Hold | null
  restriction: Restriction | null
  creator_deactivated: boolean
}): boolean {
  return (row.hold !== null || row.restriction === 'taken_down') && !row.creator_deactivated
}

/**
 * Who may read the media of an episode with this audience: all who may watch, with no difference between lists.
 * @param forModerators as `isForModerators` says
 */
export function mediaAudienceOf(audience: Audience, forModerators: boolean): MediaAudience {
  if (audience === 'owner' && forModerators) return 'moderators'
  return audience === 'profile' ? 'everyone' : audience
}
