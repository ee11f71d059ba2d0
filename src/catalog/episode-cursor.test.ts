import { expect, test } from 'vitest'
import {
  CURSOR_MAX_LENGTH,
  readEpisodeCursor,
  readSearchCursor,
  type SearchCursor,
  writeEpisodeCursor,
  writeSearchCursor,
} from './episode-cursor.server.ts'

const cursor = { publishedAt: new Date('2026-05-01T12:00:00.001Z'), id: 'k7m2pq' }

const found: SearchCursor = { rank: 2, titleKey: '銀河 ~ tanabata % _', id: 'k7m2pq' }
const refused = expect.objectContaining({ code: 'catalog.cursor_invalid' })

test('a cursor survives a round trip through a URL', () => {
  expect(readEpisodeCursor(writeEpisodeCursor(cursor))).toEqual(cursor)
  expect(writeEpisodeCursor(cursor)).toMatch(/^[0-9A-Za-z_-]+$/)
})

test('anything but a written cursor is refused', () => {
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
    `${writeEpisodeCursor(cursor)}=`,
    `${writeEpisodeCursor(cursor)} `,
    writeSearchCursor(found),
    'A'.repeat(1_000_000),
  ]
  for (const cursor of forged) expect(() => readEpisodeCursor(cursor)).toThrow(refused)
})

test('a search cursor survives the round trip too, even with the longest title', () => {
  for (const titleKey of [found.titleKey, '~', 'ΐ'.normalize('NFD').repeat(120), '🌟'.repeat(120)]) {
    const cursor = writeSearchCursor({ ...found, titleKey })
    expect(readSearchCursor(cursor)).toEqual({ ...found, titleKey })
    expect(cursor).toMatch(/^[0-9A-Za-z_-]+$/)
    expect(cursor.length).toBeLessThanOrEqual(CURSOR_MAX_LENGTH)
  }
})

test('anything but a written search cursor is refused', () => {
  const written = (text: string) => Buffer.from(text).toString('base64url')
  const forged = [
    '',
    'not base64 at all!',
    written('2~k7m2pq'),
    written('2~k7m2pq~'),
    written('0~k7m2pq~x'),
    written('10~k7m2pq~x'),
    written("2~' or true~x"),
    written('2~k7m2pq~x\u0000'),
    Buffer.from([...Buffer.from('2~k7m2pq~'), 0xff]).toString('base64url'),
    `${writeSearchCursor(found)}=`,
    writeEpisodeCursor(cursor),
    'A'.repeat(1_000_000),
  ]
  for (const cursor of forged) expect(() => readSearchCursor(cursor)).toThrow(refused)
})
