import { cleanLines, resolveEntities, withoutTags } from '../text/plain-text.ts'
import { readTiming } from '../text/read-webvtt.ts'
import { clock } from '../text/write-subtitles.ts'
import type { ScriptFormat, ScriptPart } from './script-parts.ts'

/** Tags of WebVTT; any other `<` is a character. */
const tag = /^<\/?(?:c|i|b|u|v|ruby|rt|lang|\d)/
/** References that stay; any other `&` is a character. */
const reference = /^&(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/

/** WebVTT: the number or name above a line and the settings beside its times stay with it. */
export const vttScript: ScriptFormat = {
  unitsPerSecond: 1000,
  isNumbered: false,
  gap: '\n\n',

  read(text) {
    const rows = text.split('\n')
    const parts: ScriptPart[] = []
    let key = 0
    let kept: string[] = [rows[0] ?? '']
    const flush = (isLast: boolean) => {
      if (kept.length > 0) parts.push(kept.join('\n') + (isLast ? '' : '\n'))
      kept = []
    }
    for (let at = 1; at < rows.length; at += 1) {
      const time = readTiming(rows[at]!)
      if (!time) {
        kept.push(rows[at]!)
        continue
      }
      const above = kept.at(-1)?.trim() ?? ''
      const isName = above !== '' && (kept.length > 1 ? kept.at(-2)!.trim() === '' : parts.length > 0)
      const name = isName ? `${kept.pop()}\n` : ''
      flush(false)
      const start = at
      const payload: string[] = []
      while (at + 1 < rows.length && rows[at + 1]!.trim() !== '' && !rows[at + 1]!.includes('-->')) {
        at += 1
        payload.push(rows[at]!)
      }
      while (at + 1 < rows.length - 1 && rows[at + 1]!.trim() === '') at += 1
      const isLast = at === rows.length - 1
      const raw = name + rows.slice(start, at + 1).join('\n') + (isLast ? '' : '\n')
      const read = { ...time, text: shownText(payload.join('\n')), style: '' }
      const after = /-->\s*[\d:.,]+(.*)$/.exec(rows[start]!)?.[1] ?? ''
      key += 1
      parts.push({ key, ...read, source: { ...read, raw, before: name, after } })
    }
    flush(true)
    return parts.filter((part) => part !== '')
  },

  write({ from, to, text, source }) {
    const rows = text.split('\n').filter((row) => row.trim() !== '')
    const payload = rows.map((row) => `${writtenText(row)}\n`).join('')
    return `${source?.before ?? ''}${clock(from, '.')} --> ${clock(to, '.')}${source?.after ?? ''}\n${payload}\n`
  },

  plainText: (text) => cleanLines(resolveEntities(withoutTags(writtenText(text)))),
}

/** Characters instead of their references, where writing them gives the same again. */
function shownText(raw: string): string {
  const shown = raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return writtenText(shown) === raw ? shown : raw
}

/** An arrow would end the line, and tells a `>` from that of a tag. */
function writtenText(shown: string): string {
  return shown
    .replaceAll(/&/g, (_, at: number) => (reference.test(shown.slice(at, at + 12)) ? '&' : '&amp;'))
    .replaceAll(/</g, (_, at: number, all: string) => (tag.test(all.slice(at, at + 8)) ? '<' : '&lt;'))
    .replaceAll('-->', '--&gt;')
}
