import { isIPv6 } from 'node:net'

/**
 * The part of an address that stands for one household or office: all of an IPv4 address, the first 64 bits of an IPv6
 * one, since a single subscriber holds the rest. Anything that is no address stands for itself.
 */
export function limitedPartOf(address: string): string {
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
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
