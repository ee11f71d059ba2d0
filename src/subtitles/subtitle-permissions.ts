import type { Account, Viewer } from '#identity/account.ts'

/** What permissions depend on. */
export interface SubtitleFacts {
  /** Null once the account is deleted. */
  authorUid: string | null
  /** Of the episode. */
  creatorId: string
  approvedVersion: number | null
}

/** Whether this person sees drafts of a text, its versions and what was said of it. */
export function mayReadDrafts({ authorUid, creatorId }: SubtitleFacts, viewer: Viewer | null): boolean {
  return viewer !== null && (viewer.uid === authorUid || viewer.uid === creatorId)
}

/** Everybody who sees the episode sees a text that its creator approved. */
export function maySeeSubtitle(facts: SubtitleFacts, viewer: Viewer | null): boolean {
  return facts.approvedVersion !== null || mayReadDrafts(facts, viewer)
}

/** The author and the episode's creator change and remove a text. */
export function mayWriteSubtitle(facts: SubtitleFacts, account: Pick<Account, 'uid'> | null): boolean {
  return account !== null && (account.uid === facts.authorUid || account.uid === facts.creatorId)
}

/** Only the episode's creator decides what everybody sees. */
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
