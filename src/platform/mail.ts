/** One mail in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** Further headers by name, in ASCII. */
  headers?: Record<string, string>
}

/** The words of a mail. */
export type MailText = Pick<Mail, 'subject' | 'text'>
