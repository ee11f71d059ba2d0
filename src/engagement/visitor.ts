/** The facts that the server knows about the visitor; none of it comes from a request body. */
export interface Visitor {
  /** Value of the visitor cookie as received, or null. */
  cookie: string | null
  ip: string
  userAgent: string
  /** True for prefetching requests (`Sec-Purpose`, `Purpose`). */
  isPrefetch: boolean
}
