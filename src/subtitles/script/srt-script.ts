import { plainSrt } from '../text/formats.ts'
import { parseSrt, writeSrtCue } from '../text/parse-srt.ts'
import { Warnings } from '../text/warnings.ts'
import type { ScriptFormat } from './script-parts.ts'

/** SubRip: lines are numbered anew, and the text that some files have beside the times stays. */
export const srtScript: ScriptFormat = {
  unitsPerSecond: 1000,
  isNumbered: true,
  gap: '\n\n',

  read: (text) =>
    parseSrt(text, new Warnings()).map(({ after, ...cue }, at) => {
      const read = { ...cue, style: '' }
      return { key: at + 1, ...read, source: { ...read, raw: '', before: '', after } }
    }),

  write: ({ from, to, text, source }, number) => writeSrtCue({ from, to, text, after: source?.after ?? '' }, number),

  plainText: plainSrt,
}
