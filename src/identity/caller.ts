/** The sender of a request, for limits. */
export interface Caller {
  /** The peer's IP address, or the one that `TRUST_PROXY` vouches for. Otherwise never taken from a header. */
  ip: string
  /** The `Cookie` header: its session ends when another one starts, and it identifies known devices. */
  cookie?: string | null
  /** The proof of work that the caller sent, where a busy network needs one. */
  proof?: string | null
  /** It is this server, which makes accounts of its own: no limit counts them. */
  isServer?: true
  /** The `User-Agent` header: a session that starts is named after it, in words. */
  userAgent?: string | null
}
