/** One file of a font that is cut into slices, in one weight. */
export interface FontSlice {
  weight: string
  url: string
  /** Code points that it has, as `unicode-range` writes them. */
  ranges: [from: number, to: number][]
}

/** Most slices of one weight that a page names: a text of that many is read from its beginning. */
const MAX_SLICES = 12

/** Radicals, symbols, kana and kanji; forms of full and half width; kanji beyond the first plane. */
const EAST_ASIAN = /[\u2E80-\uA4CF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/gu

/** Content that is not text in a text face: scripts, styles, drawings, and what only browsers without scripts show. */
const NOT_TEXT = /<(script|style|svg|noscript)\b[\s\S]*?<\/\1>|<[^>]*>/g

/** The slices that a stylesheet of `@font-face` rules lists. */
export function readSlices(css: string): FontSlice[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, rule = '']) => {
    const weight = /font-weight:\s*(\d+)/.exec(rule)?.[1]
    const url = /url\(["']?([^"')]+)["']?\)/.exec(rule)?.[1]
    const ranges = /unicode-range:\s*([^;}]+)/.exec(rule)?.[1]
    return weight && url && ranges ? [{ weight, url, ranges: ranges.split(',').map(readRange) }] : []
  })
}

function readRange(text: string): [number, number] {
  const [from = '', to = from] = text.trim().slice(2).split('-')
  return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'f'), 16)]
}

/**
 * `@font-face` rules for the Japanese characters that a page shows, in their order; empty for a page without any. Each has only the
 * characters of the page, so that the rules are short, and the layout decides which weights are fetched. The text is
 * invisible until they arrive: a system without a Japanese font would draw boxes.
 */
export function facesFor(page: string, slices: readonly FontSlice[]): string {
  const characters = new Set(page.slice(page.indexOf('<body')).replace(NOT_TEXT, '').match(EAST_ASIAN))
  const needed = new Map<FontSlice, string[]>()
  const countOf = new Map<string, number>()
  for (const character of characters) {
    const code = character.codePointAt(0)!
    for (const slice of slices.filter(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to))) {
      const count = countOf.get(slice.weight) ?? 0
      if (!needed.has(slice) && count >= MAX_SLICES) continue
      if (!needed.has(slice)) countOf.set(slice.weight, count + 1)
      needed.set(slice, [...(needed.get(slice) ?? []), `U+${code.toString(16)}`])
    }
  }
  return [...needed]
    .map(([{ weight, url }, codes]) => {
      const source = `src:url(${url}) format("woff2");unicode-range:${codes.join()}`
      return `@font-face{font-family:"M PLUS 2";font-style:normal;font-display:block;font-weight:${weight};${source}}`
    })
    .join('')
}
