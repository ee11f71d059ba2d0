import { expect, test } from 'vitest'
import { parseVolume } from './remembered-volume.ts'

test('a stored volume is read as it was stored', () => {
  expect(parseVolume('{"volume":0.35,"isMuted":true}')).toEqual({ volume: 0.35, isMuted: true })
  expect(parseVolume('{"volume":0,"isMuted":false,"other":1}')).toEqual({ volume: 0, isMuted: false })
})

test.each([
  null,
  '',
  '{}',
  'null',
  '[]',
  '0.5',
  '"loud"',
  '{"volume":1.5,"isMuted":false}',
  '{"volume":-1,"isMuted":false}',
  '{"volume":null,"isMuted":false}',
  '{"volume":"1","isMuted":false}',
  '{"volume":1e400,"isMuted":false}',
  '{"volume":1,"isMuted":"no"}',
  '{"volume":1',
])('%s is no volume', (text) => {
  expect(parseVolume(text)).toBeNull()
})
