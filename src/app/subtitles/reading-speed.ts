import type { Cue } from '#subtitles/subtitle.ts'

/** Up to so many letters a second read well. */
export const LETTERS_PER_SECOND = 17
/** Letters of scripts that say more with each: half as many. */
const WIDE_LETTERS_PER_SECOND = 9
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** What is to be said of a line. */
export interface CueCheck {
  /** Letters a second, spaces left out. */
  perSecond: number
  isTooFast: boolean
  /** Whether it begins before the line before it has ended. */
  overlaps: boolean
}

/** Checks each line against the one before it. @param cues in the order of their starts */
export function checkCues(cues: readonly Cue[]): CueCheck[] {
  return cues.map((cue, at) => {
    const letters = [...cue.text.replaceAll(/\s/gu, '')]
    const perSecond = Math.round(letters.length / Math.max(0.001, cue.to - cue.from))
    const limit =
      letters.filter((letter) => wide.test(letter)).length * 2 > letters.length
        ? WIDE_LETTERS_PER_SECOND
        : LETTERS_PER_SECOND
    const before = cues[at - 1]
    return { perSecond, isTooFast: perSecond > limit, overlaps: before !== undefined && cue.from < before.to }
  })
}
