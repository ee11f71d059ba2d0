import { CUE_MAX_CHARACTERS } from '../subtitle.ts'
import { withoutTags } from './markup.ts'

/** The text of a cue with its tags; a text that is too long loses them and is cut. */
export function cutCueText(text: string): { text: string; isCut: boolean } {
  if (text.length <= CUE_MAX_CHARACTERS) return { text, isCut: false }
  const plain = withoutTags(text)
  return plain.length <= CUE_MAX_CHARACTERS ? { text, isCut: false } : { text: cutText(plain), isCut: true }
}

/** As much of a plain text as a cue may say, without half of a pair of UTF-16. */
export function cutText(text: string): string {
  if (text.length <= CUE_MAX_CHARACTERS) return text
  const isPair = /[\ud800-\udbff]/.test(text[CUE_MAX_CHARACTERS - 1]!)
  return text.slice(0, isPair ? CUE_MAX_CHARACTERS - 1 : CUE_MAX_CHARACTERS)
}
