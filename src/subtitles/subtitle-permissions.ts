import type { Account, Viewer } from '#identity/account.ts'

/** The facts that permissions depend on. */
export interface SubtitleFacts {
  /** Null once the account is deleted. */
  authorUid: string | null
  /** Creator of the episode. */
  creatorId: string
  approvedVersion: number | null
}

/** The author and the episode's creator see drafts of a text, its versions and its review, and change and remove it. */
export function mayWriteSubtitle({ authorUid, creatorId }: SubtitleFacts, viewer: Viewer | null): boolean {
  return viewer !== null && (viewer.uid === authorUid || viewer.uid === creatorId)
}

/** Everybody who sees the episode sees a text that its creator approved. */
export function maySeeSubtitle(facts: SubtitleFacts, viewer: Viewer | null): boolean {
  return facts.approvedVersion !== null || mayWriteSubtitle(facts, viewer)
}

/** Only the episode's creator decides which texts everybody sees. */
export function mayReview(facts: Pick<SubtitleFacts, 'creatorId'>, account: Pick<Account, 'uid'> | null): boolean {
  return account !== null && account.uid === facts.creatorId
}

/** Its creator adds texts to an episode, and anyone signed in where the creator lets them. */
export function mayOffer(
  episode: { creatorId: string; translationsOpen: boolean },
  account: Pick<Account, 'uid'> | null,
): boolean {
  return account !== null && (episode.translationsOpen || account.uid === episode.creatorId)
}
