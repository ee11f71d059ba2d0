import type { Account } from '#identity/account.ts'

/** The fields that permissions depend on. */
interface OwnedEpisode {
  creatorId: string
  isPlayable: boolean
}

/** Only creators publish. @see docs/product.md#roles */
export function mayPublish(account: Pick<Account, 'role'> | null): boolean {
  return account?.role === 'creator'
}

/** Everyone sees a playable episode; only its creator sees an unplayable one. */
export function maySee(episode: OwnedEpisode, viewer: Pick<Account, 'uid'> | null): boolean {
  return episode.isPlayable || isOwner(episode, viewer)
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

function isOwner(episode: Pick<OwnedEpisode, 'creatorId'>, account: Pick<Account, 'uid'> | null): boolean {
  return account !== null && account.uid === episode.creatorId
}
