import { expect, test } from 'vitest'
import { createVisitorSessions } from './visitor-session.server.ts'

const sessions = createVisitorSessions('a secret of the server, long enough')
const now = new Date('2026-05-01T12:00:00.000Z')
const visit = { network: '192.0.2.7', visitId: 'v1' }

test('a session is read back from its cookie until 24 hours have passed', () => {
  const { cookie, visitorHash } = sessions.start(visit, now)
  expect(sessions.read(cookie, now)).toEqual({ visitorHash })
  expect(sessions.read(cookie, new Date('2026-05-02T11:59:59.999Z'))).toEqual({ visitorHash })
  expect(sessions.read(cookie, new Date('2026-05-02T12:00:00.000Z'))).toBeNull()
})

test('the hash is 16 bytes and contains neither the id nor the network', () => {
  const { cookie, visitorHash } = sessions.start(visit, now)
  expect(visitorHash).toMatch(/^[0-9a-f]{32}$/)
  expect(cookie).not.toContain(visitorHash)
  expect(cookie).not.toContain(visit.network)
  expect(sessions.hashNetwork(visit.network)).toMatch(/^[0-9a-f]{32}$/)
})

test('a cookie with any part changed is no session', () => {
  const { cookie } = sessions.start(visit, now)
  // The last character of base64 carries two unused bits.
  const changed = [...cookie.slice(0, -1)].map(
    (character, index) => cookie.slice(0, index) + (character === 'A' ? 'B' : 'A') + cookie.slice(index + 1),
  )
  expect(changed.length).toBeGreaterThan(50)
  for (const each of changed) expect(sessions.read(each, now), each).toBeNull()
})

test('the expiry in a cookie cannot be extended', () => {
  const [id, , signature] = sessions.start(visit, now).cookie.split('.')
  expect(sessions.read(`${id}.99999999999.${signature}`, now)).toBeNull()
})

test('values of other shapes are no session', () => {
  const { cookie } = sessions.start(visit, now)
  for (const value of [null, '', '..', 'a.b.c', `${cookie}.`, ` ${cookie}`, `${cookie}\n`, 'x'.repeat(100_000)])
    expect(sessions.read(value, now)).toBeNull()
})

test('another secret gives other signatures and hashes', () => {
  const others = createVisitorSessions('another secret of another server')
  const { cookie, visitorHash } = sessions.start(visit, now)
  expect(others.read(cookie, now)).toBeNull()
  expect(others.start(visit, now).visitorHash).not.toBe(visitorHash)
  expect(others.hashNetwork(visit.network)).not.toBe(sessions.hashNetwork(visit.network))
})

test('the same visit from the same network starts the same session; any other starts a new one', () => {
  const { visitorHash } = sessions.start(visit, now)
  expect(sessions.start(visit, new Date('2026-05-01T13:00:00.000Z')).visitorHash).toBe(visitorHash)
  expect(sessions.start({ ...visit, visitId: 'v2' }, now).visitorHash).not.toBe(visitorHash)
  expect(sessions.start({ ...visit, network: '192.0.2.8' }, now).visitorHash).not.toBe(visitorHash)
})
