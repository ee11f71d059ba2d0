import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './episode-cursor.server.ts'

const place = { publishedAt: new Date('2026-05-01T12:00:00.001Z'), id: 'k7m2pq' }

test('a place survives the way through an address', () => {
  expect(readCursor(writeCursor(place))).toEqual(place)
  expect(writeCursor(place)).toMatch(/^[0-9A-Za-z_-]+$/)
})

test('anything else is refused', () => {
  const written = (text: string) => Buffer.from(text).toString('base64url')
  const forged = [
    '',
    'not base64 at all!',
    written('2026-05-01T12:00:00.001Z'),
    written('2026-05-01T12:00:00.001Z~'),
    written('2026-05-01T12:00:00.001Z~k7~m2'),
    written('2026-02-30T12:00:00.001Z~k7m2pq'),
    written('2026-05-01~k7m2pq'),
    written('+275760-09-13T00:00:00.000Z~k7m2pq'),
    written('0000-01-01T00:00:00.000Z~k7m2pq'),
    written("2026-05-01T12:00:00.001Z~' or true"),
    written('2026-05-01T12:00:00.001Z~k7\u0000'),
    `${writeCursor(place)}=`,
    `${writeCursor(place)} `,
    'A'.repeat(1_000_000),
  ]
  for (const cursor of forged)
    expect(() => readCursor(cursor)).toThrow(expect.objectContaining({ code: 'catalog.cursor_invalid' }))
})
