/** One mail in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** Further headers by name, in ASCII. */
  headers?: Record<string, string>
}
