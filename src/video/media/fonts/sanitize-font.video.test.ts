import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFont } from '#subtitles/fonts/font.ts'
import { boldFont, fontFile, japaneseFont } from '#tests/support/media/fonts.ts'
import { withSanitizedFont } from './sanitize-font.server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hoshi-fonts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const MAX_BYTES = 12 * 1024 ** 2
const check = (bytes: Uint8Array<ArrayBuffer>, maxBytes = MAX_BYTES) =>
  withSanitizedFont(folder, new Blob([bytes]), maxBytes, async (_path, written) => readFont(written)?.names[0])

describe('a font', () => {
  test.each([
    ['TrueType', japaneseFont, 'BIZ UDPGothic'],
    ['WOFF', boldFont, 'Dela Gothic One'],
  ])('in %s is written anew, as TrueType', async (_format, path, name) => {
    const original = new Uint8Array(await readFile(path))
    const written = await withSanitizedFont(folder, new Blob([original]), MAX_BYTES, async (_path, bytes) => bytes)
    expect(written).toMatchObject({ ok: true })
    expect(await check(original)).toEqual({ ok: true, result: name })
    expect(written).not.toMatchObject({ result: original })
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    ['is no font', async () => new TextEncoder().encode('Hello')],
    ['is a zip', async () => Uint8Array.from(Buffer.from('504b0304140000000800', 'hex'))],
    ['has only names', async () => new Uint8Array(fontFile('Stars'))],
    ['is cut off', async () => new Uint8Array(await readFile(japaneseFont)).slice(0, 1_000_000)],
    ['is nothing but zeros', async () => new Uint8Array(MAX_BYTES)],
    ['has a table that claims to be everywhere', async () => overlapping(new Uint8Array(await readFile(japaneseFont)))],
  ])('that %s is not sound', async (_what, bytes) => {
    expect(await check(await bytes())).toEqual({ ok: false, why: 'unsound' })
    expect(await readdir(folder)).toEqual([])
  })

  test('that becomes larger than allowed is not sound', async () => {
    const bytes = new Uint8Array(await readFile(boldFont))
    expect(await check(bytes, bytes.length)).toEqual({ ok: false, why: 'unsound' })
  })
})

/** Every table begins at the same place, and is as long as the file. */
function overlapping(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer)
  for (let table = 0; table < view.getUint16(4); table += 1) {
    view.setUint32(12 + 16 * table + 8, 12)
    view.setUint32(12 + 16 * table + 12, bytes.length - 12)
  }
  return bytes
}
