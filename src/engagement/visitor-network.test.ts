import { expect, test } from 'vitest'
import { networkPrefixOf } from './visitor-network.server.ts'

test('an IPv4 address is one network, however it is written', () => {
  expect(networkPrefixOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkPrefixOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkPrefixOf('::FFFF:c000:207')).toBe('192.0.2.7')
})

test('an IPv6 address is reduced to its subscriber’s 56 bits', () => {
  for (const ip of ['2001:db8:1:1200::7', '2001:0DB8:0001:12ab:ffff:ffff:ffff:ffff', '2001:db8:1:12ff:3:4:5:6'])
    expect(networkPrefixOf(ip)).toBe('2001:db8:1:1200::/56')
  expect(networkPrefixOf('2001:db8:1:1300::7')).toBe('2001:db8:1:1300::/56')
  expect(networkPrefixOf('2001:db8::1')).toBe('2001:db8:0:0::/56')
  expect(networkPrefixOf('fe80::1%eth0')).toBe('fe80:0:0:0::/56')
  expect(networkPrefixOf('::1')).toBe('0:0:0:0::/56')
})

test('the number of bits of a subscriber is configurable', () => {
  const network = (bits: number) => networkPrefixOf('2001:db8:abcd:1234::7', bits)
  expect([64, 60, 48, 44, 32].map(network)).toEqual([
    '2001:db8:abcd:1234::/64',
    '2001:db8:abcd:1230::/60',
    '2001:db8:abcd:0::/48',
    '2001:db8:abc0:0::/44',
    '2001:db8:0:0::/32',
  ])
  expect(networkPrefixOf('192.0.2.7', 32)).toBe('192.0.2.7')
})

test('anything but an address is returned unchanged', () => {
  for (const text of ['', 'unknown', '1.2.3', '::g']) expect(networkPrefixOf(text)).toBe(text)
})
