import type { Decision } from '#moderation/decision.ts'
import type { SubjectKind } from '#moderation/rules.ts'

/** 'Harbour Fire is now marked NSFW'. @see docs/product.md#decisions */
export function decisionTitle(decision: Decision, { kind, title }: { kind: SubjectKind; title: string }): string {
  const titles: Record<Decision, string> = {
    leave: `${title} stays as it is`,
    nsfw: `${title} is now marked NSFW`,
    limit: `${title} is limited`,
    takedown: `${title} is taken down`,
    hide: kind === 'subtitle' ? `Your subtitles are hidden: ${title}` : `Your ${kind} is hidden: ${title}`,
    warn: `A warning about ${title}`,
    suspend: `Your account is suspended, because of ${title}`,
  }
  return titles[decision]
}

/** The effects of a decision on the person whose thing it is about; `isKept` marks facts that stay as they were. */
export const effects: Readonly<Record<Decision, readonly { isKept: boolean; text: string }[]>> = {
  leave: [],
  nsfw: [
    { isKept: false, text: 'Not in Explore, search or suggestions' },
    { isKept: true, text: 'On your profile, with the badge and the reason' },
    { isKept: true, text: 'Watchable by everyone' },
    { isKept: true, text: 'Views, comments and support go on' },
  ],
  limit: [
    { isKept: false, text: 'In no list, feed or search, and not on your profile' },
    { isKept: true, text: 'Watchable by everyone who has the link' },
    { isKept: true, text: 'Views, comments and support go on' },
  ],
  takedown: [
    { isKept: false, text: 'For everyone else it is not there' },
    { isKept: true, text: 'You still see it, with its numbers' },
  ],
  hide: [
    { isKept: false, text: 'Only you and the creator of the episode see it' },
    { isKept: true, text: 'You can go on writing' },
  ],
  warn: [{ isKept: true, text: 'Nothing changes' }],
  suspend: [
    { isKept: false, text: 'You cannot publish, comment or write otherwise' },
    { isKept: true, text: 'You can log in, read and export your data' },
  ],
}

interface DecisionWords {
  title: string
  hint: string
  /** The beginning of the message after the decision; the title of the thing follows. */
  done: string
}

/** The hint of leaving an episode as it is which the image moderation has marked. */
export const MARK_GOES = 'Its automatic NSFW mark goes, its creator is told'

/** The decisions, as moderators choose them. */
export const decisionWords: Readonly<Record<Decision, DecisionWords>> = {
  leave: { title: 'Leave as it is', hint: 'Close the item, tell those who reported', done: 'Left as it is' },
  nsfw: { title: 'Mark NSFW', hint: 'Out of Explore, with the badge and a reason', done: 'Marked NSFW' },
  limit: { title: 'Limit', hint: 'Only with the link, not in lists', done: 'Limited' },
  takedown: { title: 'Take down', hint: 'Nobody but its creator sees it', done: 'Taken down' },
  hide: { title: 'Hide', hint: 'Only its author and the creator see it', done: 'Hidden' },
  warn: { title: 'Warn', hint: 'Nothing changes, its author reads your words', done: 'Warned' },
  suspend: { title: 'Suspend', hint: 'The account cannot write until a date', done: 'Suspended' },
}
