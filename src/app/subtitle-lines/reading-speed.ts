import type { Cue } from '#subtitles/subtitle.ts'

/** Up to so many letters a second read well. */
const LETTERS_PER_SECOND = 17
/** Letters of scripts that say more with each: half as many. */
const WIDE_LETTERS_PER_SECOND = 9
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** The result of the check of a line. */
export interface CueCheck {
  /** Number of letters, without spaces. */
  letters: number
  /** Letters per second. */
  perSecond: number
  /** The most letters per second that read well in its script. */
  limit: number
  isTooFast: boolean
  /** Seconds by which it would have to be longer to read well; 0 for most. */
  missingSeconds: number
  /** Whether it begins before the line before it has ended. */
  overlaps: boolean
}

/**
 * Checks each line against the one before it.
 *
 * @param cues in the order of their starts
 * @param last earlier checks; one that has not changed is used again, the same object
 */
export function checkCues(cues: readonly Cue[], last: readonly CueCheck[] = []): CueCheck[] {
  return cues.map((cue, at) => {
    const letters = [...cue.text.replaceAll(/\s/gu, '')]
    const seconds = Math.max(0.001, cue.to - cue.from)
    const perSecond = Math.round(letters.length / seconds)
    const limit =
      letters.filter((letter) => wide.test(letter)).length * 2 > letters.length
        ? WIDE_LETTERS_PER_SECOND
        : LETTERS_PER_SECOND
    const before = cues[at - 1]
    const isTooFast = perSecond > limit
    const check = {
      letters: letters.length,
      perSecond,
      limit,
      isTooFast,
      missingSeconds: isTooFast ? letters.length / limit - seconds : 0,
      overlaps: before !== undefined && cue.from < before.to,
    }
    const known = last[at]
    return known && isSameCheck(known, check) ? known : check
  })
}

function isSameCheck(one: CueCheck, other: CueCheck): boolean {
  return (Object.keys(one) as (keyof CueCheck)[]).every((key) => one[key] === other[key])
}
