import type { DecisionNews, Notification } from '#community/notification.ts'
import { displayName } from '#creators/creator.ts'

/** The parts of a notification's sentence, for a page that marks them up. */
export interface NotificationText {
  /** Name of the person who did it; empty when nobody is named. */
  who: string
  /** The verb, with the spaces around it. */
  did: string
  /** Title of the episode, at the end of the sentence; empty if it is not part of it. */
  what: string
  /** The comment; empty without one. */
  quote: string
}

const SOMEONE = 'Someone'

/** The sentence of a notification. @see docs/product.md#notifications */
export function notificationText({
  kind,
  episode,
  creator,
  comment,
  count = 1,
  decision,
}: Notification): NotificationText {
  const title = episode?.title ?? ''
  const who = comment?.author.username || creator?.username || ''
  const quote = comment?.text ?? ''
  switch (kind) {
    case 'episode':
      return { who: displayName({ username: who }), did: ' published ', what: title, quote: '' }
    case 'reply':
      return { who: who || SOMEONE, did: ' replied to you: ', what: '', quote }
    case 'comment':
      if (comment?.held) return { who: '', did: 'A comment waits for you on ', what: title, quote }
      return { who: who || SOMEONE, did: ' commented on ', what: title, quote }
    case 'milestone':
      return {
        who: '',
        did: count === 1 ? 'The first like for ' : `${figure(count)} likes for `,
        what: title,
        quote: '',
      }
    case 'follower':
      return { who: who || SOMEONE, did: followed(count - 1), what: '', quote: '' }
    case 'decision':
      return { who: '', ...decisionText(decision), quote: '' }
  }
}

/** What the words of a decision begin with; the title of its thing follows. */
const decided: Readonly<Record<string, string>> = {
  leave: 'A moderator took off the automatic NSFW mark: ',
  nsfw: 'A moderator marked as NSFW: ',
  limit: 'A moderator took out of all lists: ',
  takedown: 'A moderator took down: ',
  hide: 'A moderator hid your comment: ',
  warn: 'A moderator wrote to you about ',
  suspend: 'Your account is suspended, because of ',
}

function decisionText(news: DecisionNews | undefined): { did: string; what: string } {
  const what = news?.subject.title ?? ''
  if (news?.about === 'report') return { did: 'Your report has an answer: ', what }
  if (news?.about === 'appeal') {
    return { did: news.outcome === 'reversed' ? 'Your appeal was granted: ' : 'The decision stays: ', what }
  }
  if (news?.outcome === 'reversed') return { did: 'A decision was taken back: ', what }
  return { did: decided[news?.decision ?? ''] ?? 'A decision about ', what }
}

/** The same as one line of plain text. */
export function plainNotificationText(notification: Notification): string {
  const { who, did, what, quote } = notificationText(notification)
  const sentence = `${who}${did}${what}`
  if (quote === '') return sentence
  return what === '' ? `${sentence}${quote}` : `${sentence}: ${quote}`
}

function followed(others: number): string {
  if (others === 0) return ' follows you now'
  return others === 1 ? ' and 1 other follow you now' : ` and ${figure(others)} others follow you now`
}

function figure(number: number): string {
  return number.toLocaleString('en-US')
}
