/** The sender of a request, for limits. */
export interface Caller {
  /** The peer's IP address, or the one that `TRUST_PROXY` vouches for. Otherwise never taken from a header. */
  ip: string
  /** The `Cookie` header: its session ends when another one starts, and it identifies known devices. */
  cookie?: string | null
}
