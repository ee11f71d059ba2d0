import type { Mail } from '#platform/mail.ts'
import type { Digest, Notification } from './notification.ts'
import { episodePath, plainNotificationText } from './notification-text.ts'

export interface DigestContent {
  to: string
  digest: Exclude<Digest, 'off'>
  /** Newest first. */
  notifications: Notification[]
  /** Number of further ones. */
  more: number
  publicUrl: string
  unsubscribeUrl: string
}

/** The mail with what a person has not read. A program can end it with one POST (RFC 8058). */
export function digestMail({ to, digest, notifications, more, publicUrl, unsubscribeUrl }: DigestContent): Mail {
  const total = notifications.length + more
  const lines = notifications.flatMap((notification) => {
    const url = publicUrl + (episodePath(notification) ?? '/notifications')
    return [`- ${plainNotificationText(notification).replaceAll(/\s+/g, ' ')}`, `  ${url}`, '']
  })
  return {
    to,
    subject: total === 1 ? 'One new notification on Hoshi' : `${total} new notifications on Hoshi`,
    text: [
      digest === 'daily' ? 'Since yesterday:' : 'This week:',
      '',
      ...lines,
      ...(more > 0 ? [`and ${more} more: ${publicUrl}/notifications`, ''] : []),
      `You get this mail because you asked for a ${digest} digest.`,
      `Stop it, without logging in: ${unsubscribeUrl}`,
      '',
    ].join('\n'),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
