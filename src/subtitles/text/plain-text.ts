// Control characters other than line breaks and tabs, and lone surrogates: nothing that a text shows.
const forbidden = /[[\p{Cc}\p{Cs}]--[\t\n]]/gv

/** Text as it is shown: in NFC, without markup, control characters, empty lines and spaces around lines. */
export function cleanLines(text: string): string {
  return text
    .replaceAll(forbidden, '')
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Resolves the character references of WebVTT; others stay as they are. */
export function resolveEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (all, decimal, hex, name) => {
    if (name) return entities[name] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : all
  })
}

/** Removes tags such as `<i>` and `<v Mio>`; a lone `<` stays. */
export function withoutTags(text: string): string {
  return text.replaceAll(/<\/?[a-zA-Z0-9.:][^<>]{0,1000}>|<\/?>/g, '')
}
