// Latin with accents, punctuation and symbols: the range of the display font.
const displayFontRange = /^[\u0020-\u024f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf]+$/

/**
 * Class of a heading with a creator's text: the display font for Latin only, otherwise the text font, so that a title
 * in mixed scripts keeps an even weight.
 */
export function titleFontClass(text: string): 'display-face' | 'text-face' {
  return displayFontRange.test(text) ? 'display-face' : 'text-face'
}
