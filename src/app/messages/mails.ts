import { episodePath } from '#app/community/episode-path.ts'
import type { DigestContent } from '#community/digests.server.ts'
import type { ResetMailContent } from '#identity/password-reset.server.ts'
import type { MailText } from '#platform/mail.ts'
import { plainNotificationText } from './notifications.ts'

// The mails that Hoshi sends. The composition root passes them to the rooms, which know whom to send one and when.

/** The mail with the link for a new password. */
export function resetMail({ email, resetUrl }: ResetMailContent): MailText {
  return {
    subject: 'Choose a new password for Hoshi',
    text: `Someone, hopefully you, requested a new password for the Hoshi account ${email}.

To choose a new password, open this link within an hour. It works only once:

${resetUrl}

If this was not you, ignore this email. Nothing has changed.
`,
  }
}

/** The mail with what a person has not read. */
export function digestMail({ digest, notifications, more, publicUrl, unsubscribeUrl }: DigestContent): MailText {
  const total = notifications.length + more
  const lines = notifications.flatMap((notification) => {
    const url = publicUrl + (episodePath(notification) ?? '/notifications')
    return [`- ${plainNotificationText(notification).replaceAll(/\s+/g, ' ')}`, `  ${url}`, '']
  })
  return {
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
  }
}
