/** Who a request comes from, as far as limits are concerned. */
export interface Caller {
  /** The peer's address, or the one `TRUST_PROXY` vouches for. Never taken from a header otherwise. */
  address: string
  /** The `Cookie` header: the session that it came with ends when another one begins, and known devices show themselves. */
  cookie?: string | null
}
