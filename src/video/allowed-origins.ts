const entry =
  /^(?:https?:\/\/)?(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/i

/** How many may be named for one video. */
export const ALLOWED_ORIGINS_MAX = 100

/**
 * Whether this names origins as the hosted service's `allowedOrigins` does: a host, with its port unless that is the usual
 * one, `*.` in front for all its subdomains, and a scheme if only that one is meant.
 */
export function isAllowedOriginEntry(text: string): boolean {
  return text.length <= 260 && entry.test(text)
}

/** @param origin as a browser sends it */
export function isAllowedOrigin(entries: readonly string[], origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return entries.some((each) => matches(each.toLowerCase(), protocol, host))
}

function matches(named: string, protocol: string, host: string): boolean {
  const [, scheme, place = ''] = /^(?:(https?:)\/\/)?(.*)$/.exec(named) ?? []
  if (scheme && scheme !== protocol) return false
  const usualPort = protocol === 'https:' ? ':443' : ':80'
  const wanted = place.endsWith(usualPort) ? place.slice(0, -usualPort.length) : place
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted
}
