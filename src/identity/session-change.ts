/** A response that changes the visitor's session or known-device cookie. */
export interface SessionChange {
  /** Values for `Set-Cookie`, in order. */
  setCookies: string[]
}
