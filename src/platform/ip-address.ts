import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that identify one network, where nothing else is given: the usual size of a subnet. */
const SUBNET_BITS = 64

/** An address in its usual spelling, IPv4 without the wrapping of IPv6; null for anything else. */
export function normalizeIp(text: string): string | null {
  return parse(text)?.toString() ?? null
}

/**
 * The network that an address belongs to, for limits: all of an IPv4 address, the first bits of an IPv6 one, since one
 * subscriber controls the rest. Returns anything else unchanged.
 *
 * @param prefixBits how many bits of an IPv6 address
 */
export function networkOf(ip: string, prefixBits = SUBNET_BITS): string {
  const address = parse(ip)
  if (address === null) return ip
  if (address.kind() === 'ipv4') return address.toString()
  const bytes = address
    .toByteArray()
    .map((byte, at) => byte & (0xff << Math.min(8, Math.max(0, (at + 1) * 8 - prefixBits))))
  return `${ipaddr.fromByteArray(bytes)}/${prefixBits}`
}

/** The IPv6 addresses that the internet uses: others may embed addresses of other networks. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether this is an IP address that belongs to the public internet: outside all special ranges of the registries. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_IPV6)
}

/** IPv4 in four parts only: the library also reads `1` and `0x7f.1`. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [bare = ''] = text.split('%')
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null
  return ipaddr.process(bare)
}
