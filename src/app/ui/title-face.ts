// Latin with its accents, punctuation and symbols: what the display face is drawn for.
const displayable = /^[\u0020-\u024f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf]+$/

/**
 * The class for a creator's own words set as a heading: the display face for Latin, the text face for every other
 * script, so that a mixed title keeps one colour.
 */
export function titleFace(text: string): 'display-face' | 'text-face' {
  return displayable.test(text) ? 'display-face' : 'text-face'
}
