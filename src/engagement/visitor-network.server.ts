import { isIPv6 } from 'node:net'

/** Bits of an IPv6 address that identify one network by default: many providers assign a household such a prefix. */
const NETWORK_PREFIX_BITS = 56

/**
 * The part of an address that identifies one household or office: all of an IPv4 address, the first bits of an IPv6 one,
 * since one subscriber controls the rest. Returns anything else unchanged.
 *
 * @param prefixBits how many bits of an IPv6 address, 64 at most
 */
export function networkPrefixOf(ip: string, prefixBits = NETWORK_PREFIX_BITS): string {
  const [bare = ''] = ip.split('%')
  if (!isIPv6(bare)) return ip
  // A URL normalises any spelling of an address: compressed, lower case, no dotted part.
  const normalized = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(normalized)
  if (mapped) return [mapped[1]!, mapped[2]!].flatMap(bytesOf).join('.')
  const [before = '', after] = normalized.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after ? after.split(':') : []
  const zeros = after === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const network = [...head, ...zeros, ...tail].slice(0, 4).map((group, at) => maskBits(group, prefixBits - at * 16))
  return `${network.join(':')}::/${prefixBits}`
}

/** The first bits of a group of 16, the rest zero. */
function maskBits(group: string, bits: number): string {
  const dropped = Math.min(16, Math.max(0, 16 - bits))
  return ((Number.parseInt(group, 16) >> dropped) << dropped).toString(16)
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
