import { isIP } from 'node:net'

/**
 * Who is calling. Without proxies that is the peer; with n trusted ones it is the n-th entry of X-Forwarded-For from
 * the right, which the outermost of them wrote. Everything further left is the caller's own claim.
 */
export function callerAddress(peer: string | undefined, forwardedFor: string | null, trustedProxies: number): string {
  const direct = plain(peer ?? '') || 'unknown'
  if (trustedProxies === 0 || forwardedFor === null) return direct
  const claimed = forwardedFor.split(',').at(-trustedProxies)?.trim() ?? ''
  return isIP(plain(claimed)) ? plain(claimed) : direct
}

/** IPv4 addresses arrive as ::ffff:a.b.c.d on a socket that listens to both families. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}
