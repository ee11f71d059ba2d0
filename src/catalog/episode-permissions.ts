import type { Account, Viewer } from '#identity/account.ts'
import { type Audience, isOpen } from './audience.ts'

/** The fields that permissions depend on. */
interface OwnedEpisode {
  creatorId: string
  audience: Audience
  /** Whether moderators are to decide about it, or have taken it down. */
  isForModerators: boolean
}

/** Moderators and admins see the things that they decide about. */
export function looksAfterSite(viewer: Partial<Pick<Account, 'role'>> | null): boolean {
  return viewer?.role === 'admin' || viewer?.role === 'moderator'
}

/** An account with a public profile publishes, whatever its role. @see docs/product.md#roles */
export function mayPublish(account: Pick<Account, 'isCreator'> | null): boolean {
  return account?.isCreator ?? false
}

/**
 * Everyone who knows its address sees an open episode, moderators see one that is held or taken down, and only its creator any
 * other.
 */
export function maySee(episode: OwnedEpisode, viewer: Viewer | null): boolean {
  return isOpen(episode.audience) || isOwner(episode, viewer) || (episode.isForModerators && looksAfterSite(viewer))
}

/**
 * Who gets the picture and sound of an episode: everyone who sees it; of an adult one its creator, moderators, admins, an account that
 * has chosen so for all, and viewers who have chosen to see this one.
 *
 * @param shown ids of the adult episodes that this visitor has chosen to see
 * @see docs/product.md#adult-content
 */
export function mayWatch(
  episode: { id: string; nsfw: boolean; creatorId: string | null },
  viewer: Viewer | null,
  shown?: ReadonlySet<string>,
): boolean {
  if (!episode.nsfw || shown?.has(episode.id) || viewer?.showsNsfw) return true
  if (looksAfterSite(viewer)) return true
  return viewer !== null && viewer.uid === episode.creatorId
}

/** Only the creator removes an episode. */
export function mayRemove(episode: Pick<OwnedEpisode, 'creatorId'>, account: Pick<Account, 'uid'> | null): boolean {
  return isOwner(episode, account)
}

/** Only the creator edits an episode. */
export function mayEdit(episode: Pick<OwnedEpisode, 'creatorId'>, account: Pick<Account, 'uid'> | null): boolean {
  return isOwner(episode, account)
}

/** The creator cannot clear an adult mark that moderation set with a reason. @see docs/product.md#adult-content */
export function mayClearNsfw(episode: { nsfw: boolean; nsfwReason: string }): boolean {
  return !episode.nsfw || episode.nsfwReason === ''
}

/** Only the creator sees how far a video has come. */
export function maySeeProgress(episode: Pick<OwnedEpisode, 'creatorId'>, viewer: Pick<Account, 'uid'> | null): boolean {
  return isOwner(episode, viewer)
}

/** Whether this is the viewer's own episode. */
export function isOwner(episode: Pick<OwnedEpisode, 'creatorId'>, account: Pick<Account, 'uid'> | null): boolean {
  return account !== null && account.uid === episode.creatorId
}
