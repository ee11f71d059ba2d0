/** One mail in plain text, and the same in HTML when it helps. */
export interface Mail {
  to: string
  subject: string
  text: string
}
