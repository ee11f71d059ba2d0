import { plainVtt } from '../text/formats.ts'
import { escapeVtt, parseWebVtt, writeVttCue, writeWebVtt } from '../text/parse-webvtt.ts'
import { Warnings } from '../text/warnings.ts'
import type { ScriptFormat, ScriptPart } from './script-parts.ts'

/** WebVTT: the number or name above a line and the settings beside its times stay with it. */
export const vttScript: ScriptFormat = {
  unitsPerSecond: 1000,
  isNumbered: false,
  gap: '\n\n',

  read: (text) =>
    parseWebVtt(text, new Warnings()).map((part, at): ScriptPart => {
      if ('block' in part) return writeWebVtt([part])
      const { from, to, name, after } = part
      const read = { from, to, text: shownText(part.text), style: '' }
      return { key: at, ...read, source: { ...read, raw: writeVttCue(part), before: name, after } }
    }),

  write: ({ from, to, text, source }) =>
    writeVttCue({ from, to, text, name: source?.before ?? '', after: source?.after ?? '' }),

  plainText: (text) => plainVtt(escapeVtt(text)),
}

/** Characters instead of their references, where writing them gives the same again. */
function shownText(raw: string): string {
  const shown = raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return escapeVtt(shown) === escapeVtt(raw) ? shown : raw
}
