import type { Account } from '#identity/account.ts'
import { type Audience, isOpen } from './audience.ts'

/** The fields that permissions depend on. */
interface OwnedEpisode {
  creatorId: string
  audience: Audience
}

/** Only creators publish. @see docs/product.md#roles */
export function mayPublish(account: Pick<Account, 'role'> | null): boolean {
  return account?.role === 'creator'
}

/** Everyone who knows its address sees an open episode; only its creator sees any other. */
export function maySee(episode: OwnedEpisode, viewer: Pick<Account, 'uid'> | null): boolean {
  return isOpen(episode.audience) || isOwner(episode, viewer)
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
