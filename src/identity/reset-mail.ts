import type { Mail } from '#platform/mail.ts'

/** @param publicUrl the only source of the link's origin: the caller controls the Host header */
export function resetMail(to: string, token: string, publicUrl: string): Mail {
  return {
    to,
    subject: 'Choose a new password for Hoshi',
    text: `Someone, hopefully you, requested a new password for the Hoshi account ${to}.

To choose a new password, open this link within an hour. It works only once:

${publicUrl}/reset-password?token=${token}

If this was not you, ignore this email. Nothing has changed.
`,
  }
}
