import { isIP } from 'node:net'

/**
 * The caller's IP address. Without proxies it is the peer's; with n trusted ones it is the n-th entry of
 * X-Forwarded-For from the right, which the outermost of them wrote. Everything further left is the caller's own claim.
 */
export function callerIp(peer: string | undefined, forwardedFor: string | null, trustedProxies: number): string {
  const direct = unmapIpv4(peer ?? '') || 'unknown'
  if (trustedProxies === 0 || forwardedFor === null) return direct
  const claimed = forwardedFor.split(',').at(-trustedProxies)?.trim() ?? ''
  return isIP(unmapIpv4(claimed)) ? unmapIpv4(claimed) : direct
}

/** IPv4 addresses arrive as ::ffff:a.b.c.d on a socket that listens to both families. */
function unmapIpv4(ip: string): string {
  return ip.startsWith('::ffff:') && isIP(ip.slice(7)) === 4 ? ip.slice(7) : ip
}
