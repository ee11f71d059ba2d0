import { describe, expect, it } from 'vitest'
import { isPublicAddress, networkOf, normalizeIp } from './ip-address.ts'

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

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:93.184.215.14',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '127.1',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
