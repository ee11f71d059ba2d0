import { expect, test } from 'vitest'
import { limitedPartOf } from './visitor-address.server.ts'

test('an IPv4 address stands for itself, however it is written', () => {
  expect(limitedPartOf('192.0.2.7')).toBe('192.0.2.7')
  expect(limitedPartOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(limitedPartOf('::FFFF:c000:207')).toBe('192.0.2.7')
})

test('an IPv6 address stands for its subscriber: its first 56 bits', () => {
  for (const address of ['2001:db8:1:1200::7', '2001:0DB8:0001:12ab:ffff:ffff:ffff:ffff', '2001:db8:1:12ff:3:4:5:6'])
    expect(limitedPartOf(address)).toBe('2001:db8:1:1200::/56')
  expect(limitedPartOf('2001:db8:1:1300::7')).toBe('2001:db8:1:1300::/56')
  expect(limitedPartOf('2001:db8::1')).toBe('2001:db8:0:0::/56')
  expect(limitedPartOf('fe80::1%eth0')).toBe('fe80:0:0:0::/56')
  expect(limitedPartOf('::1')).toBe('0:0:0:0::/56')
})

test('how many bits stand for a subscriber can be said', () => {
  const network = (bits: number) => limitedPartOf('2001:db8:abcd:1234::7', bits)
  expect([64, 60, 48, 44, 32].map(network)).toEqual([
    '2001:db8:abcd:1234::/64',
    '2001:db8:abcd:1230::/60',
    '2001:db8:abcd:0::/48',
    '2001:db8:abc0:0::/44',
    '2001:db8:0:0::/32',
  ])
  expect(limitedPartOf('192.0.2.7', 32)).toBe('192.0.2.7')
})

test('what is no address stands for itself', () => {
  for (const text of ['', 'unknown', '1.2.3', '::g']) expect(limitedPartOf(text)).toBe(text)
})
