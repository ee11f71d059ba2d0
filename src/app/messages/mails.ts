import { formatDate } from '#app/ui/format.ts'
import type { DigestContent } from '#community/digests.server.ts'
import type { DeletionMails } from '#identity/account-deletion.server.ts'
import type { EmailChangeMails } from '#identity/email-change.server.ts'
import type { VerificationMailContent } from '#identity/mail-verification.server.ts'
import type { ResetMailContent } from '#identity/password-reset.server.ts'
import type { AppealMailContent, DecisionMailContent } from '#moderation/announcing.server.ts'
import type { ReportOutcome } from '#moderation/report.ts'
import type { MailText } from '#platform/mail.ts'
import { decisionTitle } from './decisions.ts'
import { decisionPath, episodePath } from './episode-path.ts'
import { plainNotificationText } from './notifications.ts'
import { outcomeWords } from './reports.ts'
import { ruleName, ruleTexts } from './rules.ts'

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

/** The mail with the link that confirms an address. */
export function verificationMail({ email, verifyUrl }: VerificationMailContent): MailText {
  return {
    subject: 'Confirm your email address for Hoshi',
    text: `Someone, hopefully you, signed up for Hoshi with the address ${email}.

To confirm that it is yours, open this link within a day:

${verifyUrl}

If this was not you, ignore this email. The account can do nothing without the link.
`,
  }
}

/** The mails of a change of address: the link to the new one, and a notice to the old one. */
export const emailChangeMails: EmailChangeMails = {
  link: ({ email, newEmail, confirmUrl }) => ({
    subject: 'Confirm your new email address for Hoshi',
    text: `Someone, hopefully you, wants to use ${newEmail} for the Hoshi account ${email}.

To confirm that this address is yours, open this link within 24 hours. It works only once:

${confirmUrl}

If this was not you, ignore this email. Nothing has changed.
`,
  }),
  notice: ({ email, newEmail, settingsUrl }) => ({
    subject: 'A new email address for your Hoshi account',
    text: `Someone, hopefully you, wants to use ${newEmail} instead of ${email} for your Hoshi account.

We sent a link to the new address. Until it is opened, nothing changes.

If this was not you, choose a new password now. That also makes the link useless:

${settingsUrl}
`,
  }),
}

/** The mails of a deletion: that it was asked for, with how to undo it, and that it is done. */
export const deletionMails: DeletionMails = {
  deactivated: ({ email, erasesAt, signInUrl }) => ({
    subject: `Your Hoshi account will be deleted on ${formatDate(erasesAt)}`,
    text: `Someone, hopefully you, deleted the Hoshi account ${email}.

It is hidden now, with everything in it. On ${formatDate(erasesAt)} all of it will be deleted for good.

To keep it, log in before that day. That brings everything back at once:

${signInUrl}

If this was not you, log in now and choose a new password.
`,
  }),
  erased: ({ email }) => ({
    subject: 'Your Hoshi account has been deleted',
    text: `The Hoshi account ${email} and everything in it have been deleted. This cannot be undone.

This is the last email to this address, unless you sign up with it again.
`,
  }),
}

/** The mail with a person's unread notifications. */
export function digestMail({ digest, notifications, more, publicUrl, unsubscribeUrl }: DigestContent): MailText {
  const total = notifications.length + more
  const lines = notifications.flatMap((notification) => {
    const url = publicUrl + (decisionPath(notification.decision) ?? episodePath(notification) ?? '/notifications')
    return [`- ${plainNotificationText(notification).replaceAll(/\s+/g, ' ')}`, `  ${url}`, '']
  })
  return {
    subject: total === 1 ? '1 new notification on Hoshi' : `${total} new notifications on Hoshi`,
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

/** The mail to the maker of a thing that a moderator decided about. */
export function decisionMail({ made, appealUntil, publicUrl }: DecisionMailContent): MailText {
  const { decision, subjectKind: kind, title, reason, rule } = made
  const subject = decisionTitle(decision, { kind, title })
  return {
    subject: subject.replaceAll(/\s+/g, ' '),
    text: [
      `${subject}.`,
      '',
      'The reason, in the words of the moderator:',
      '',
      reason,
      '',
      ...(rule ? [`${ruleName(rule)}: ${ruleTexts[rule].text}`, ''] : []),
      `You can appeal until ${formatDate(appealUntil)}; somebody else reads it:`,
      `${publicUrl}/settings/decisions`,
      '',
    ].join('\n'),
  }
}

/** The mail to the person who appealed. */
export function appealMail({ appeal, title, publicUrl }: AppealMailContent): MailText {
  const subject = appeal.outcome === 'reversed' ? `Your appeal was granted: ${title}` : `The decision stays: ${title}`
  return {
    subject: subject.replaceAll(/\s+/g, ' '),
    text: `${subject}.

The answer, in the words of another moderator:

${appeal.answer}

${publicUrl}/settings/decisions
`,
  }
}

/** The mail to a person without an account who sent a report. */
export function reportMail({ number, outcome }: { number: number; outcome: ReportOutcome }): MailText {
  return {
    subject: `Your report ${number} on Hoshi`,
    text: `A moderator has read your report ${number}.

${outcomeWords[outcome]}

Thank you for writing. We have deleted your address from the report.
`,
  }
}
