/** One file of a font that is cut into slices, in one weight. */
export interface FontSlice {
  weight: string
  url: string
}

/** The slices that have a character, by its code point. */
export type SlicesByCharacter = ReadonlyMap<number, readonly FontSlice[]>

/** Most slices of one weight that a page names: a text of that many is read from its beginning. */
const MAX_SLICES = 12

/** Code points below this one are in the fonts of the site. */
const FIRST_EAST_ASIAN = 0x2e80

/** Reads the slices that a stylesheet of `@font-face` rules lists. */
export function readSlices(css: string): SlicesByCharacter {
  const slices = new Map<number, FontSlice[]>()
  for (const [, rule = ''] of css.matchAll(/@font-face\s*\{([^}]*)\}/g)) {
    const weight = /font-weight:\s*(\d+)/.exec(rule)?.[1]
    const url = /url\(["']?([^"')]+)["']?\)/.exec(rule)?.[1]
    const ranges = /unicode-range:\s*([^;}]+)/.exec(rule)?.[1]
    if (!weight || !url || !ranges) continue
    const slice = { weight, url }
    for (const [from, to] of ranges.split(',').map(readRange))
      for (let code = Math.max(from, FIRST_EAST_ASIAN); code <= to; code++)
        slices.set(code, [...(slices.get(code) ?? []), slice])
  }
  return slices
}

function readRange(text: string): [number, number] {
  const [from = '', to = from] = text.trim().slice(2).split('-')
  return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'f'), 16)]
}

/**
 * `@font-face` rules for the characters that a page shows, in their order; empty for none. Each has only the characters of the
 * page, so that the rules are short, and the layout decides which weights are fetched. The text is invisible until they
 * arrive: a system without a Japanese font would draw boxes.
 */
export function facesFor(characters: Iterable<number>, slices: SlicesByCharacter): string {
  const needed = new Map<FontSlice, string[]>()
  const countOf = new Map<string, number>()
  for (const code of characters) {
    for (const slice of slices.get(code) ?? []) {
      const codes = needed.get(slice)
      if (codes) {
        codes.push(`U+${code.toString(16)}`)
        continue
      }
      const count = countOf.get(slice.weight) ?? 0
      if (count >= MAX_SLICES) continue
      countOf.set(slice.weight, count + 1)
      needed.set(slice, [`U+${code.toString(16)}`])
    }
  }
  return [...needed]
    .map(([{ weight, url }, codes]) => {
      const source = `src:url(${url}) format("woff2");unicode-range:${codes.join()}`
      return `@font-face{font-family:"M PLUS 2";font-style:normal;font-display:block;font-weight:${weight};${source}}`
    })
    .join('')
}
