import { blocksOf } from '#subtitles/text/ass-text.ts'

// Text before a backslash inside braces is a comment.

const PLACED = /\\\s*(?:pos|move|org|i?clip)\s*\(/
const DRAWING = /\\\s*p\s*0*[1-9]/
const KARAOKE = /\\\s*(?:k[fot]?|K)\s*\d/
const ALIGNMENT = /\\\s*(?:an\s*(\d+)|a\s*(\d+))/

export interface OverrideTags {
  /** Placed by the writer: a position, a movement, an origin or a clip. */
  isPlaced: boolean
  isDrawing: boolean
  isKaraoke: boolean
  /** As on the number pad; null when the style's counts. */
  alignment: number | null
}

const NO_TAGS: OverrideTags = { isPlaced: false, isDrawing: false, isKaraoke: false, alignment: null }

export function readOverrideTags(text: string): OverrideTags {
  if (!text.includes('{')) return NO_TAGS
  const blocks = blocksOf(text).join('')
  const [, onPad, legacy] = ALIGNMENT.exec(blocks) ?? []
  return {
    isPlaced: PLACED.test(blocks),
    isDrawing: DRAWING.test(blocks),
    isKaraoke: KARAOKE.test(blocks),
    alignment: onPad ? validAlignment(Number(onPad)) : legacy ? fromLegacyAlignment(Number(legacy)) : null,
  }
}

function validAlignment(value: number): number | null {
  return value >= 1 && value <= 9 ? value : null
}

/** SSA numbers the bottom row 1 to 3, the top 5 to 7 and the middle 9 to 11. */
export function fromLegacyAlignment(value: number): number | null {
  const column = value & 3
  if (column === 0 || value < 1 || value > 11) return null
  return column + (value < 4 ? 0 : value < 8 ? 6 : 3)
}
