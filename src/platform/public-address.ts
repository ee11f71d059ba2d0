import { BlockList, isIP } from 'node:net'

// Special-purpose ranges of the IANA registries: private, shared, loopback, link-local, documentation, multicast.
const specialIpv4: [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Of the global range: protocol assignments with Teredo, documentation, 6to4. */
const specialIpv6: [network: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, bits] of specialIpv4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of specialIpv6) special.addSubnet(network, bits, 'ipv6')
/** Everything outside it is special, addresses that embed an IPv4 one included. */
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Whether this is an IP address that belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
