import { cleanLines, resolveEntities, withoutTags } from '../text/plain-text.ts'
import { readTiming } from '../text/read-webvtt.ts'
import { clock } from '../text/write-subtitles.ts'
import type { ScriptFormat, ScriptLine } from './script-parts.ts'

/** SubRip: lines are numbered anew, and what some files have beside the times stays. */
export const srtScript: ScriptFormat = {
  unitsPerSecond: 1000,
  isNumbered: true,
  gap: '\n\n',

  read(text) {
    const lines: ScriptLine[] = []
    let rows: string[] = []
    let timing: { from: number; to: number; after: string } | null = null
    const finish = (isLast: boolean) => {
      if (!timing) return
      while (rows.at(-1)?.trim() === '') rows.pop()
      if (!isLast && /^\s*\d+\s*$/.test(rows.at(-1) ?? '')) rows.pop()
      const { from, to, after } = timing
      const read = { from, to, text: rows.filter((row) => row.trim() !== '').join('\n'), style: '' }
      lines.push({ key: lines.length + 1, ...read, source: { ...read, raw: '', before: '', after } })
    }
    for (const row of text.split('\n')) {
      const time = readTiming(row)
      if (time) {
        finish(false)
        timing = { ...time, after: /-->\s*[\d:.,]+(.*)$/.exec(row)?.[1] ?? '' }
        rows = []
      } else {
        rows.push(row)
      }
    }
    finish(true)
    return lines
  },

  write({ from, to, text, source }, number) {
    // A number alone would be taken for that of the next line.
    const rows = text.split('\n').filter((row) => row.trim() !== '')
    return `${number}\n${clock(from, ',')} --> ${clock(to, ',')}${source?.after ?? ''}\n${rows.join('\n')}\n\n`
  },

  plainText: (text) => cleanLines(resolveEntities(withoutTags(text.replaceAll(/\{\\[^{}]{0,200}\}/g, '')))),
}
