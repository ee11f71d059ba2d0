import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { fontFile, japaneseFont } from '#tests/support/media/fonts.ts'
import { readFont } from './font.ts'

describe('a font', () => {
  test('has the name of its family, and its own', async () => {
    const read = readFont(await readFile(japaneseFont))
    expect(read).toMatchObject({ format: 'ttf' })
    expect(read?.names).toEqual(expect.arrayContaining(['BIZ UDPGothic', 'BIZUDPGothic-Regular']))
    expect(read?.names[0]).toMatch(/^BIZ UDP/)
  })

  test('made by hand has its family', () => {
    expect(readFont(fontFile('Stars'))).toEqual({ format: 'ttf', names: ['Stars'] })
  })

  test.each([
    ['is empty', new Uint8Array()],
    ['is text', new TextEncoder().encode('Hello, this is no font at all.')],
    ['is a collection', new TextEncoder().encode(`ttcf${'\0'.repeat(40)}`)],
    ['ends early', fontFile('Stars').subarray(0, 30)],
    ['has no name', fontFile('')],
  ])('that %s is none', (_what, bytes) => {
    expect(readFont(bytes)).toBeNull()
  })
})
