const entry =
  /^(?:https?:\/\/)?(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/i

/** Maximum number of entries for one video. */
export const ALLOWED_ORIGINS_MAX = 100

/**
 * Whether this is a valid entry of the hosted service's `allowedOrigins`: a host, with its port unless that is the default,
 * `*.` in front for all its subdomains, and a scheme to allow only that one.
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
  const [, scheme, hostPattern = ''] = /^(?:(https?:)\/\/)?(.*)$/.exec(named) ?? []
  if (scheme && scheme !== protocol) return false
  const usualPort = protocol === 'https:' ? ':443' : ':80'
  const wanted = hostPattern.endsWith(usualPort) ? hostPattern.slice(0, -usualPort.length) : hostPattern
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted
}
