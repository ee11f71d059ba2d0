/** Elements whose content is no text in a text face: scripts, styles, drawings, and what only browsers without scripts show. */
const NOT_TEXT = ['script', 'style', 'svg', 'noscript']

const [LESS_THAN, GREATER_THAN] = [0x3c, 0x3e]
/** Lead byte of the characters from U+2000 on; longer sequences begin with higher bytes. */
const THREE_BYTES = 0xe2
const FOUR_BYTES = 0xf0

/**
 * The Chinese, Japanese and Korean characters in the text of a page, each once, in their order. Reads the bytes, since a string of
 * the page would cost more than the rest of this work.
 * @param page HTML of ours, in UTF-8
 */
export function shownEastAsianCharacters(page: Buffer): Set<number> {
  const codes = new Set<number>()
  let at = Math.max(0, page.indexOf('<body'))
  while (at < page.length) {
    const byte = page[at]!
    if (byte === LESS_THAN) at = endOfMarkup(page, at)
    else if (byte < THREE_BYTES) at += 1
    else {
      const length = byte < FOUR_BYTES ? 3 : 4
      const code = decode(page, at, length)
      if (isEastAsian(code)) codes.add(code)
      at += length
    }
  }
  return codes
}

/** Position after a tag, or after the element that it opens; the end of the page without one. */
function endOfMarkup(page: Buffer, at: number): number {
  const element = NOT_TEXT.find((name) => isNamed(page, at + 1, name))
  if (element === undefined) {
    let end = at
    while (end < page.length && page[end] !== GREATER_THAN) end += 1
    return end + 1
  }
  const end = page.indexOf(`</${element}>`, at)
  return end < 0 ? page.length : end + element.length + 3
}

function isNamed(page: Buffer, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) if (page[at + index] !== name.charCodeAt(index)) return false
  return true
}

function decode(page: Buffer, at: number, length: 3 | 4): number {
  let code = page[at]! & (length === 3 ? 0x0f : 0x07)
  for (let next = at + 1; next < at + length; next++) code = (code << 6) | ((page[next] ?? 0) & 0x3f)
  return code
}

/** Radicals, symbols, kana and kanji; forms of full and half width; kanji beyond the first plane. */
function isEastAsian(code: number): boolean {
  return (
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe4f) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0x20000 && code <= 0x3ffff)
  )
}
