import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Secret } from '../secret.ts'
import { isLoopbackName, type Site } from './origin.ts'

export interface MetricsAccess {
  site: Site & { trustedProxies: number }
  /** Null: only callers on this machine get the metrics. */
  token: Secret | null
}

/** Headers that proxies add to a request that they pass on. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a request may read the metrics: it comes from this machine without a proxy in between, or it has the token.
 *
 * @param incoming absent for a request that did not come over the network
 */
export function mayReadMetrics({ site, token }: MetricsAccess, incoming: IncomingMessage | undefined): boolean {
  if (!incoming) return false
  return isLocal(site, incoming) || (token !== null && carriesToken(incoming.headers.authorization, token.reveal()))
}

/**
 * Whether somebody on this machine asks. A proxy on this machine connects from the same address, so nothing may suggest one:
 * no header of a proxy, no other host in the address, and no public URL to which a proxy that nobody has named may lead.
 */
function isLocal(site: MetricsAccess['site'], { headers, socket }: IncomingMessage): boolean {
  if (!isLoopbackIp(socket.remoteAddress) || proxyHeaders.some((name) => headers[name] !== undefined)) return false
  const asked = URL.parse(`http://${headers.host ?? ''}`)
  if (asked === null || !isLoopbackName(asked.hostname)) return false
  const isPublic = site.isPublicUrlSet && !isLoopbackName(new URL(site.publicUrl).hostname)
  return !isPublic || site.trustedProxies > 0
}

function isLoopbackIp(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Compares in constant time. */
function carriesToken(authorization: string | undefined, token: string): boolean {
  const [, given] = /^Bearer +(.+)$/i.exec(authorization ?? '') ?? []
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}
