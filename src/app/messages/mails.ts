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
    subject: 'Reset your Hoshi password',
    text: `We received a request to reset the password of the Hoshi account ${email}.

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
    text: `Thank you for signing up for Hoshi with the address ${email}.

To confirm that this address is yours, open this link within 24 hours:

${verifyUrl}

If you did not sign up, ignore this email. The account cannot upload, comment, like or follow without this link.
`,
  }
}

/** The mails of a change of address: the link to the new one, and a notice to the old one. */
export const emailChangeMails: EmailChangeMails = {
  link: ({ email, newEmail, confirmUrl }) => ({
    subject: 'Confirm your new email address for Hoshi',
    text: `We received a request to use ${newEmail} as the email address of the Hoshi account ${email}.

To confirm that this address is yours, open this link within 24 hours. It works only once:

${confirmUrl}

If this was not you, ignore this email. Nothing has changed.
`,
  }),
  notice: ({ email, newEmail, settingsUrl }) => ({
    subject: 'Your Hoshi email address is about to change',
    text: `We received a request to change the email address of your Hoshi account to ${newEmail}. The current address is ${email}.

We sent a link to the new address. Nothing changes until that link is opened.

If this was not you, change your password now. This also cancels the link:

${settingsUrl}
`,
  }),
}

/** The mails of a deletion: that it was asked for, with how to undo it, and that it is done. */
export const deletionMails: DeletionMails = {
  deactivated: ({ email, erasesAt, signInUrl }) => ({
    subject: `Your Hoshi account will be deleted on ${formatDate(erasesAt)}`,
    text: `We received a request to delete the Hoshi account ${email}.

Your account and everything in it are now hidden. They will be permanently deleted on ${formatDate(erasesAt)}.

To keep your account, log in before then. This restores everything right away:

${signInUrl}

If this was not you, log in now and change your password.
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
      `You are getting this email because you turned on the ${digest} digest.`,
      `Unsubscribe (no login needed): ${unsubscribeUrl}`,
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
      'Reason from the moderator:',
      '',
      reason,
      '',
      ...(rule ? [`${ruleName(rule)}: ${ruleTexts[rule].text}`, ''] : []),
      `You can appeal until ${formatDate(appealUntil)}. A different moderator will read your appeal:`,
      `${publicUrl}/settings/decisions`,
      '',
    ].join('\n'),
  }
}

/** The mail to the person who appealed. */
export function appealMail({ appeal, title, publicUrl }: AppealMailContent): MailText {
  const subject =
    appeal.outcome === 'reversed' ? `Your appeal was granted: ${title}` : `Your appeal was denied: ${title}`
  return {
    subject: subject.replaceAll(/\s+/g, ' '),
    text: `${subject}.

Answer from the moderator who read your appeal:

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

Thank you for your report. We have deleted your email address from it.
`,
  }
}
