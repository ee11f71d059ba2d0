import japaneseUrl from '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf?url'
import latinUrl from 'jassub/dist/default.woff2?url'

/** A font for text whose own font is not at hand. */
export interface DefaultFont {
  family: string
  url: string
}

const LATIN: DefaultFont = { family: 'liberation sans', url: latinUrl }
/** Megabytes large, so only for scripts that need it; there its Latin, Greek and Cyrillic replace the other font's. */
const JAPANESE: DefaultFont = { family: 'biz udpgothic', url: japaneseUrl }

/** Radicals, symbols, kana and kanji; forms of full and half width; kanji beyond the first plane. */
const EAST_ASIAN = /[\u2E80-\uA4CF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u

export function defaultFontOf(script: string): DefaultFont {
  return EAST_ASIAN.test(script) ? JAPANESE : LATIN
}

/** @throws TypeError when the font cannot be loaded */
export async function loadFont(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new TypeError(`The font ${url} could not be loaded: ${response.status}.`)
  return new Uint8Array(await response.arrayBuffer())
}

/** Fonts that come with a script. One that cannot be loaded is replaced by the default font, as libass does. */
export async function loadAttachedFonts(urls: readonly string[], signal: AbortSignal): Promise<Uint8Array[]> {
  const loaded = await Promise.allSettled(urls.map((url) => loadFont(url, signal)))
  signal.throwIfAborted()
  return loaded.flatMap((font) => (font.status === 'fulfilled' ? [font.value] : []))
}
