import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The Japanese face of the product: BIZ UDPGothic, which has Latin, Greek and Cyrillic letters too. */
export const CARD_FONT = {
  family: 'BIZ UDPGothic',
  path: createRequire(import.meta.url).resolve('@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf'),
}

/** The width of a character in em; null where the font cannot write it. */
export type CharacterWidth = (character: string) => number | null

const table = (name: string) => Buffer.from(name, 'latin1').readUInt32BE()
/** The subtable of `cmap` with all of Unicode, and its format: ranges of code points with consecutive glyphs. */
const [WINDOWS, ALL_OF_UNICODE, RANGES] = [3, 10, 12]

/**
 * Reads the widths of a TrueType font of ours, which has a map of all of Unicode.
 * @see https://learn.microsoft.com/en-us/typography/opentype/spec/cmap
 */
function readCharacterWidths(font: Buffer): CharacterWidth {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const startOf = (name: string) => font.readUInt32BE(tables.find((at) => font.readUInt32BE(at) === table(name))! + 8)
  const unitsPerEm = font.readUInt16BE(startOf('head') + 18)
  const widths = startOf('hmtx')
  const widthCount = font.readUInt16BE(startOf('hhea') + 34)
  const cmap = startOf('cmap')
  const maps = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 4 + 8 * index)
  const entry = maps.find((at) => font.readUInt16BE(at) === WINDOWS && font.readUInt16BE(at + 2) === ALL_OF_UNICODE)
  const map = cmap + (entry === undefined ? 0 : font.readUInt32BE(entry + 4))
  if (entry === undefined || font.readUInt16BE(map) !== RANGES) throw new Error('The font has no map of Unicode.')
  const rangeCount = font.readUInt32BE(map + 12)
  const rangeAt = (index: number) => map + 16 + 12 * index
  return (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    // The ranges are in order: finds the first that does not end before the code point.
    let [low, high] = [0, rangeCount]
    while (low < high) {
      const middle = (low + high) >> 1
      if (font.readUInt32BE(rangeAt(middle) + 4) < codePoint) low = middle + 1
      else high = middle
    }
    const range = rangeAt(low)
    if (low === rangeCount || codePoint < font.readUInt32BE(range)) return null
    const glyph = font.readUInt32BE(range + 8) + codePoint - font.readUInt32BE(range)
    return font.readUInt16BE(widths + 4 * Math.min(glyph, widthCount - 1)) / unitsPerEm
  }
}

/** The widths of the font of cards; it is read once. */
let widths: Promise<CharacterWidth> | undefined
export function cardFontWidths(): Promise<CharacterWidth> {
  widths ??= readFile(CARD_FONT.path).then(readCharacterWidths)
  return widths
}
