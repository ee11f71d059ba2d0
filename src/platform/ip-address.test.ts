import { describe, expect, it } from 'vitest'
import { networkOf, normalizeIp } from './ip-address.ts'

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
  ])('counts %s as %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })

  it.each([
    [64, '2001:db8:abcd:1234::/64'],
    [60, '2001:db8:abcd:1230::/60'],
    [56, '2001:db8:abcd:1200::/56'],
    [48, '2001:db8:abcd::/48'],
    [44, '2001:db8:abc0::/44'],
    [32, '2001:db8::/32'],
  ])('keeps %i bits of an IPv6 address', (bits, network) => {
    expect(networkOf('2001:db8:abcd:1234::7', bits)).toBe(network)
    expect(networkOf('192.0.2.7', bits)).toBe('192.0.2.7')
  })

  it.each(['', 'unknown', '1.2.3', '0x7f.1', '::g'])('returns anything else unchanged: %j', (text) => {
    expect(networkOf(text)).toBe(text)
    expect(normalizeIp(text)).toBeNull()
  })
})
