import type { DecisionNews, Notification, SubtitleNews } from '#community/notification.ts'
import { displayName } from '#creators/creator.ts'
import { languageName, type ReviewOutcome, UNKNOWN_LANGUAGE } from '#subtitles/subtitle.ts'

/** The parts of a notification's sentence, for a page that marks them up. */
export interface NotificationText {
  /** Name of the person who did it; empty when nobody is named. */
  who: string
  /** The verb, with the spaces around it. */
  did: string
  /** Title of the episode; empty if it is not part of the sentence. */
  what: string
  /** The rest of the sentence, with the space before it; empty where the title ends it. */
  end: string
  /** The comment or the words of a review; empty without. */
  quote: string
}

const SOMEONE = 'Someone'

/** The sentence of a notification. @see docs/product.md#notifications */
export function notificationText(notification: Notification): NotificationText {
  return { ...nothing, ...partsOf(notification) }
}

const nothing: NotificationText = { who: '', did: '', what: '', end: '', quote: '' }

function partsOf({
  kind,
  episode,
  creator,
  comment,
  count = 1,
  decision,
  subtitle,
}: Notification): Partial<NotificationText> {
  const title = episode?.title ?? ''
  const who = comment?.author.username || creator?.username || ''
  const quote = comment?.text ?? ''
  switch (kind) {
    case 'episode':
      return { who: displayName({ username: who }), did: ' published ', what: title }
    case 'reply':
      return { who: who || SOMEONE, did: ' replied to you: ', quote }
    case 'comment':
      if (comment?.held) return { did: 'A comment needs your approval on ', what: title, quote }
      return { who: who || SOMEONE, did: ' commented on ', what: title, quote }
    case 'milestone':
      return { did: count === 1 ? 'The first like for ' : `${figure(count)} likes for `, what: title }
    case 'follower':
      return { who: who || SOMEONE, did: followed(count - 1) }
    case 'decision':
      return decisionText(decision)
    case 'subtitle':
      return { what: title, ...subtitleText(subtitle, who || SOMEONE) }
  }
}

/** The beginning of the sentence about a decision; the title of its thing follows. */
const decided: Readonly<Record<string, string>> = {
  leave: 'A moderator removed the automatic NSFW mark from ',
  nsfw: 'A moderator added the NSFW mark to ',
  limit: 'A moderator made this link only: ',
  takedown: 'A moderator took down ',
  warn: 'A moderator sent you a warning about ',
  suspend: 'Your account was suspended because of ',
}

function decisionText(news: DecisionNews | undefined): { did: string; what: string } {
  const what = news?.subject.title ?? ''
  if (news?.about === 'report') return { did: 'Your report was reviewed: ', what }
  if (news?.about === 'appeal') {
    return { did: news.outcome === 'reversed' ? 'Your appeal was granted: ' : 'Your appeal was denied: ', what }
  }
  if (news?.outcome === 'reversed') return { did: 'A decision was reversed: ', what }
  if (news?.decision === 'hide') {
    const { kind } = news.subject
    return { did: `A moderator hid your ${kind === 'subtitle' ? 'subtitles' : kind}: `, what }
  }
  return { did: decided[news?.decision ?? ''] ?? 'A decision about ', what }
}

/** The end of the sentence about a review. */
const reviewed: Readonly<Record<ReviewOutcome, string>> = {
  approved: ' were approved',
  changes: ' need changes',
  declined: ' were declined',
}

function subtitleText(news: SubtitleNews | undefined, who: string): Partial<NotificationText> {
  const { language = UNKNOWN_LANGUAGE, outcome, words = '' } = news ?? {}
  const subtitles = language === UNKNOWN_LANGUAGE ? 'subtitles' : `${languageName(language)} subtitles`
  if (!outcome) return { who, did: ` submitted ${subtitles} for ` }
  return { did: `Your ${subtitles} for `, end: reviewed[outcome], quote: words }
}

/** A notification as one line of plain text. */
export function plainNotificationText(notification: Notification): string {
  const { who, did, what, end, quote } = notificationText(notification)
  const sentence = `${who}${did}${what}${end}`
  if (quote === '') return sentence
  return what === '' ? `${sentence}${quote}` : `${sentence}: ${quote}`
}

function followed(others: number): string {
  if (others === 0) return ' started following you'
  return others === 1 ? ' and 1 other started following you' : ` and ${figure(others)} others started following you`
}

function figure(number: number): string {
  return number.toLocaleString('en-US')
}
