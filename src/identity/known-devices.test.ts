import { describe, expect, it } from 'vitest'
import { createKnownDevices } from './known-devices.server.ts'

const devices = createKnownDevices('a secret of the server, long enough', false)
const now = new Date('2026-05-01T12:00:00.000Z')
const mika = 'mika@example.org'
const cookiePair = (line: string) => line.split(';')[0]!
const known = cookiePair(devices.remember(null, mika, now))

describe('a known device', () => {
  it('is recognised for the account that signed in from it, and for no other', () => {
    expect(devices.recognise(known, mika, now)).toMatch(/^[\w-]{16}$/)
    expect(devices.recognise(`a=1; ${known}; b=2`, mika, now)).toBe(devices.recognise(known, mika, now))
    expect(devices.recognise(known, 'other@example.org', now)).toBeNull()
  })

  it('is unknown to a server with another secret', () => {
    const others = createKnownDevices('another secret of another server', false)
    expect(others.recognise(known, mika, now)).toBeNull()
  })

  it('is known for a year from the last sign-in, by the same id', () => {
    const nearly = new Date('2027-05-01T11:59:59.000Z')
    expect(devices.recognise(known, mika, new Date('2027-05-01T12:00:00.000Z'))).toBeNull()
    const again = cookiePair(devices.remember(known, mika, nearly))
    expect(devices.recognise(again, mika, new Date('2028-04-29T00:00:00.000Z'))).toBe(
      devices.recognise(known, mika, nearly),
    )
  })

  it('is known to several people, at most the last five', () => {
    const people = Array.from({ length: 6 }, (_, n) => `person${n}@example.org`)
    const cookie = people.reduce((before, email) => cookiePair(devices.remember(before, email, now)), '')
    expect(people.map((email) => devices.recognise(cookie, email, now) !== null)).toEqual([
      false,
      ...Array(5).fill(true),
    ])
  })

  it('is unknown to an account that it drops, and known to the rest', () => {
    const both = cookiePair(devices.remember(known, 'other@example.org', now))
    const remaining = devices.remove(both, mika, now)
    expect(devices.recognise(cookiePair(remaining), mika, now)).toBeNull()
    expect(devices.recognise(cookiePair(remaining), 'other@example.org', now)).not.toBeNull()
    expect(devices.remove(cookiePair(remaining), 'other@example.org', now)).toMatch(/^hoshi_device=; Max-Age=0; /)
  })

  it('has no names in its cookie', () => {
    expect(known).not.toMatch(/mika|example/)
  })

  it('is not recognised by a cookie with any part changed, or of another shape', () => {
    const value = known.slice('hoshi_device='.length)
    // The last character of base64 carries unused bits.
    const changed = [...value.slice(0, -1)].map(
      (character, at) => value.slice(0, at) + (character === 'A' ? 'B' : 'A') + value.slice(at + 1),
    )
    const broken = [...changed, '', '~', '..', `${value}.`, `x${value}`, 'x'.repeat(100_000), '~'.repeat(10_000)]
    expect(broken.filter((each) => devices.recognise(`hoshi_device=${each}`, mika, now) !== null)).toEqual([])
    expect(devices.recognise(known.replace('hoshi_device', 'x_hoshi_device'), mika, now)).toBeNull()
  })
})

describe('the cookie of a known device', () => {
  it('is out of reach of scripts and other sites', () => {
    expect(devices.remember(null, mika, now)).toMatch(
      /^hoshi_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is bound to this host behind https', () => {
    const secure = createKnownDevices('a secret of the server, long enough', true)
    const line = secure.remember(null, mika, now)
    expect(line).toMatch(/^__Host-hoshi_device=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(secure.recognise(cookiePair(line), mika, now)).not.toBeNull()
    expect(secure.recognise(known, mika, now)).toBeNull()
  })
})
