import { isIPv6 } from 'node:net'

/** The origins that count as this site for the origin check and for the URLs in responses. */
export interface Site {
  publicUrl: string
  isPublicUrlSet: boolean
  host: string
}

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Whether a host name of a URL is always this machine. */
export function isLoopbackName(hostname: string): boolean {
  return loopbackNames.has(hostname)
}

/**
 * The origin a request was made to, when it is one of ours; else the public one.
 * With PUBLIC_URL there is only that; without it the request's own Host counts if it is loopback or HOST itself.
 */
export function ownOrigin(requestUrl: string, site: Site): string {
  if (site.isPublicUrlSet) return site.publicUrl
  const url = new URL(requestUrl)
  const configured = isIPv6(site.host) ? `[${site.host}]` : site.host
  return isLoopbackName(url.hostname) || url.hostname === configured ? url.origin : site.publicUrl
}

/**
 * Whether the origin of a write is acceptable. A request that carries a session must name its
 * origin; one without may come from a program, but never from another site's page.
 */
export function isOwnOrigin(request: Request, site: Site, carriesSession: boolean): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return !carriesSession
  return origin === ownOrigin(request.url, site)
}
