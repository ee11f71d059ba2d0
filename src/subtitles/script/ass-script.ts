import { defaultFields, FIELDS_MAX, plainAssText, readTime } from '../text/read-ass.ts'
import { assClock } from '../text/write-subtitles.ts'
import type { Script, ScriptFormat, ScriptLine, ScriptPart } from './script-parts.ts'

/** ASS and SSA: the other fields of an event stay with it, in the order of the file. */
export const assScript: ScriptFormat = {
  unitsPerSecond: 100,
  isNumbered: false,
  gap: '\n',

  read(text) {
    const parts: ScriptPart[] = []
    const rows = text.split('\n')
    let kept = ''
    let isInEvents = false
    let fields = defaultFields
    let key = 0
    for (const [at, row] of rows.entries()) {
      const raw = at === rows.length - 1 ? row : `${row}\n`
      if (row.startsWith('[')) isInEvents = /^\[events\]/i.test(row)
      const format = isInEvents ? readFormat(row) : null
      if (format) fields = format
      const read = isInEvents && !format ? readLine(fields, row) : null
      if (!read) {
        kept += raw
        continue
      }
      if (kept !== '') parts.push(kept)
      kept = ''
      key += 1
      parts.push({ key, ...read, source: { ...read, raw, before: row, after: fields.join(',') } })
    }
    if (kept !== '') parts.push(kept)
    return parts
  },

  write(line, _number, script) {
    const { source, from, to, style } = line
    const text = line.text.replaceAll('\n', '\\N')
    const fields = source ? source.after.split(',') : fieldsOf(script)
    const layer = fields[0] === 'marked' ? 'Marked=0' : '0'
    const blank = fields.map((field) => (field === 'layer' || field === 'marked' ? layer : isMargin(field) ? '0' : ''))
    const values = source ? valuesOf(fields, bodyOf(source.before)) : blank
    const written = fields.map((field, at) => {
      const now = { start: from, end: to, style, text }[field]
      if (now === undefined || (source && !isChanged(line, field))) return values[at] ?? ''
      return typeof now === 'number' ? assClock(now) : now
    })
    return `Dialogue: ${written.join(',')}\n`
  },

  plainText: (text) => plainAssText(text.replaceAll('\n', '\\N')),
}

/** Names of the styles of an ASS script, in its order; none elsewhere. */
export function stylesOf({ format, parts }: Script): string[] {
  if (format !== 'ass') return []
  const head = parts.find((part) => typeof part === 'string') ?? ''
  return Array.from(head.matchAll(/^Style:\s*([^,\n]{1,200}),/gim), ([, name]) => name!.trim())
}

function readLine(fields: readonly string[], row: string) {
  if (!/^Dialogue\s*:/i.test(row)) return null
  const values = valuesOf(fields, bodyOf(row))
  const fieldOf = (name: string) => values[fields.indexOf(name)]
  const [from, to, text] = [readTime(fieldOf('start')), readTime(fieldOf('end')), fieldOf('text')]
  if (from === null || to === null || text === undefined) return null
  return { from, to, text: text.replaceAll('\\N', '\n'), style: fieldOf('style')?.trim() ?? '' }
}

function readFormat(row: string): string[] | null {
  if (!/^Format\s*:/i.test(row)) return null
  return bodyOf(row)
    .split(',', FIELDS_MAX)
    .map((field) => field.trim().toLowerCase())
}

function bodyOf(row: string): string {
  return row.slice(row.indexOf(':') + 1).trimStart()
}

/** The last field may have commas. */
function valuesOf(fields: readonly string[], body: string): string[] {
  const values = body.split(',')
  return [...values.slice(0, fields.length - 1), values.slice(fields.length - 1).join(',')]
}

/** The fields of the events of a script, for a new line. */
function fieldsOf({ parts }: Script): string[] {
  const known = parts.find((part): part is ScriptLine => typeof part !== 'string' && part.source !== null)
  if (known?.source) return known.source.after.split(',')
  const heads = parts.filter((part) => typeof part === 'string').join('')
  const events = heads.slice(Math.max(0, heads.search(/^\[events\]/im)))
  return readFormat(events.split('\n').find((row) => readFormat(row)) ?? '') ?? defaultFields
}

function isMargin(field: string): boolean {
  return field.startsWith('margin')
}

function isChanged({ from, to, style, text, source }: ScriptLine, field: string): boolean {
  if (field === 'start') return from !== source?.from
  if (field === 'end') return to !== source?.to
  return field === 'style' ? style !== source?.style : text !== source?.text
}
