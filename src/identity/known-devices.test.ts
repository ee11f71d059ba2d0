import { describe, expect, it } from 'vitest'
import { createKnownDevices } from './known-devices.server.ts'

const devices = createKnownDevices('a secret of the server, long enough', false)
const now = new Date('2026-05-01T12:00:00.000Z')
const mika = 'mika@example.org'
const sentBack = (line: string) => line.split(';')[0]!
const known = sentBack(devices.remember(null, mika, now))

describe('a known device', () => {
  it('is recognised for the account that was entered from it, and for no other', () => {
    expect(devices.recognise(known, mika, now)).toMatch(/^[\w-]{16}$/)
    expect(devices.recognise(`a=1; ${known}; b=2`, mika, now)).toBe(devices.recognise(known, mika, now))
    expect(devices.recognise(known, 'other@example.org', now)).toBeNull()
  })

  it('is unknown to a server with another secret', () => {
    const others = createKnownDevices('another secret of another server', false)
    expect(others.recognise(known, mika, now)).toBeNull()
  })

  it('is known for a year from the last time, by the same id', () => {
    const nearly = new Date('2027-05-01T11:59:59.000Z')
    expect(devices.recognise(known, mika, new Date('2027-05-01T12:00:00.000Z'))).toBeNull()
    const again = sentBack(devices.remember(known, mika, nearly))
    expect(devices.recognise(again, mika, new Date('2028-04-29T00:00:00.000Z'))).toBe(
      devices.recognise(known, mika, nearly),
    )
  })

  it('can be one to several people, the last five', () => {
    const people = Array.from({ length: 6 }, (_, n) => `person${n}@example.org`)
    const cookie = people.reduce((before, email) => sentBack(devices.remember(before, email, now)), '')
    expect(people.map((email) => devices.recognise(cookie, email, now) !== null)).toEqual([
      false,
      ...Array(5).fill(true),
    ])
  })

  it('is unknown to an account that it forgets, and known to the rest', () => {
    const both = sentBack(devices.remember(known, 'other@example.org', now))
    const left = devices.forget(both, mika, now)
    expect(devices.recognise(sentBack(left), mika, now)).toBeNull()
    expect(devices.recognise(sentBack(left), 'other@example.org', now)).not.toBeNull()
    expect(devices.forget(sentBack(left), 'other@example.org', now)).toMatch(/^hoshi_device=; Max-Age=0; /)
  })

  it('names nobody in its cookie', () => {
    expect(known).not.toMatch(/mika|example/)
  })

  it('is none with any part of the cookie changed, or with a value of another shape', () => {
    const value = known.slice('hoshi_device='.length)
    // The last character of base64 carries bits that decode to nothing.
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
    expect(secure.recognise(sentBack(line), mika, now)).not.toBeNull()
    expect(secure.recognise(known, mika, now)).toBeNull()
  })
})
