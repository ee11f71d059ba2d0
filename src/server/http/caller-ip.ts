import { normalizeIp } from '#platform/ip-address.ts'

/**
 * The caller's IP address. Without proxies it is the peer's; with n trusted ones it is the n-th entry of
 * X-Forwarded-For from the right, which the outermost of them wrote. Everything further left is the caller's own claim.
 */
export function callerIp(peer: string | undefined, forwardedFor: string | null, trustedProxies: number): string {
  const direct = normalizeIp(peer ?? '') ?? 'unknown'
  if (trustedProxies === 0 || forwardedFor === null) return direct
  return normalizeIp(forwardedFor.split(',').at(-trustedProxies)?.trim() ?? '') ?? direct
}
