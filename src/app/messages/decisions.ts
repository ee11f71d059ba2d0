import type { Decision } from '#moderation/decision.ts'
import type { SubjectKind } from '#moderation/rules.ts'

/** 'Harbour Fire is now marked NSFW'. @see docs/product.md#decisions */
export function decisionTitle(decision: Decision, { kind, title }: { kind: SubjectKind; title: string }): string {
  const titles: Record<Decision, string> = {
    leave: `No action on ${title}`,
    nsfw: `${title} is now marked NSFW`,
    limit: `${title} is now link only`,
    takedown: `${title} has been taken down`,
    hide: kind === 'subtitle' ? `Your subtitles have been hidden: ${title}` : `Your ${kind} has been hidden: ${title}`,
    warn: `Warning about ${title}`,
    suspend: `Your account is suspended because of ${title}`,
  }
  return titles[decision]
}

/** The effects of a decision on the person whose thing it is about; `isKept` marks facts that stay as they were. */
export const effects: Readonly<Record<Decision, readonly { isKept: boolean; text: string }[]>> = {
  leave: [],
  nsfw: [
    { isKept: false, text: 'Hidden from Explore, search and suggestions' },
    { isKept: true, text: 'Shown on your profile with the badge and reason' },
    { isKept: true, text: 'Everyone can watch it' },
    { isKept: true, text: 'Views, comments and support still work' },
  ],
  limit: [
    { isKept: false, text: 'Hidden from lists, feeds, search and your profile' },
    { isKept: true, text: 'Anyone with the link can watch it' },
    { isKept: true, text: 'Views, comments and support still work' },
  ],
  takedown: [
    { isKept: false, text: 'Nobody else can see it' },
    { isKept: true, text: 'You can still see it and its numbers' },
  ],
  hide: [
    { isKept: false, text: 'Only you and the creator of the episode can see it' },
    { isKept: true, text: 'You can still post' },
  ],
  warn: [{ isKept: true, text: 'Nothing else changes' }],
  suspend: [
    { isKept: false, text: 'You cannot publish, comment or post' },
    { isKept: true, text: 'You can log in, browse and export your data' },
  ],
}

interface DecisionWords {
  title: string
  hint: string
  /** The beginning of the message after the decision; the title of the thing follows. */
  done: string
}

/** The hint of leaving an episode as it is which the image moderation has marked. */
export const MARK_GOES = 'Removes the automatic NSFW mark and notifies the creator'

/** The decisions, as moderators choose them. */
export const decisionWords: Readonly<Record<Decision, DecisionWords>> = {
  leave: { title: 'No action', hint: 'Close the item and answer the reports', done: 'No action' },
  nsfw: { title: 'Mark NSFW', hint: 'Hidden from Explore, shown with the badge and a reason', done: 'Marked NSFW' },
  limit: { title: 'Limit', hint: 'Link only, hidden from lists', done: 'Limited' },
  takedown: { title: 'Take down', hint: 'Only the creator can see it', done: 'Taken down' },
  hide: { title: 'Hide', hint: 'Only the author and the creator can see it', done: 'Hidden' },
  warn: { title: 'Warn', hint: 'Content stays, the author gets your message', done: 'Warned' },
  suspend: { title: 'Suspend', hint: 'The account cannot post for a set time', done: 'Suspended' },
}
