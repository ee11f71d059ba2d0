import { isIPv6 } from 'node:net'

/** How much of an IPv6 address stands for one network unless the operator says otherwise: what many providers give a household. */
const NETWORK_PREFIX_BITS = 56

/**
 * The part of an address that stands for one household or office: all of an IPv4 address, the first bits of an IPv6
 * one, since a single subscriber holds the rest. Anything that is no address stands for itself.
 *
 * @param prefixBits how many bits of an IPv6 address, 64 at most
 */
export function limitedPartOf(address: string, prefixBits = NETWORK_PREFIX_BITS): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  // A URL writes any spelling of an address in one way: compressed, lower case, no dotted part.
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelled)
  if (mapped) return [mapped[1]!, mapped[2]!].flatMap(bytesOf).join('.')
  const [before = '', after] = spelled.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after ? after.split(':') : []
  const zeros = after === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const network = [...head, ...zeros, ...tail].slice(0, 4).map((group, at) => keepBits(group, prefixBits - at * 16))
  return `${network.join(':')}::/${prefixBits}`
}

/** The first bits of a group of 16, the rest zero. */
function keepBits(group: string, bits: number): string {
  const dropped = Math.min(16, Math.max(0, 16 - bits))
  return ((Number.parseInt(group, 16) >> dropped) << dropped).toString(16)
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
