import type { Mail } from '#platform/mail.ts'

/** @param publicUrl the only place the link's address may come from: a Host header is the caller's claim */
export function resetMail(to: string, token: string, publicUrl: string): Mail {
  return {
    to,
    subject: 'Choose a new password for Hoshi',
    text: `Somebody, hopefully you, asked for a new password for the Hoshi account of ${to}.

To choose one, open this address within an hour. It works once:

${publicUrl}/reset-password?token=${token}

If it was not you, ignore this mail: nothing has changed.
`,
  }
}
