import { expect, test } from 'vitest'
import { limitedPartOf } from './visitor-address.server.ts'

test('an IPv4 address stands for itself, however it is written', () => {
  expect(limitedPartOf('192.0.2.7')).toBe('192.0.2.7')
  expect(limitedPartOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(limitedPartOf('::FFFF:c000:207')).toBe('192.0.2.7')
})

test('an IPv6 address stands for its subscriber', () => {
  for (const address of ['2001:db8:1:2::7', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:3:4:5:6'])
    expect(limitedPartOf(address)).toBe('2001:db8:1:2::/64')
  expect(limitedPartOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(limitedPartOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(limitedPartOf('::1')).toBe('0:0:0:0::/64')
})

test('what is no address stands for itself', () => {
  for (const text of ['', 'unknown', '1.2.3', '::g']) expect(limitedPartOf(text)).toBe(text)
})
