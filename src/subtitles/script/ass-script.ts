import { type AssEvent, type AssPart, eventFields, fieldValue, withValues } from '../text/ass-parts.ts'
import { plainAss } from '../text/formats.ts'
import { parseAss, writePart } from '../text/parse-ass.ts'
import { Warnings } from '../text/warnings.ts'
import type { Script, ScriptFormat, ScriptLine, ScriptPart } from './script-parts.ts'

/** ASS and SSA: the other fields of an event stay with it, in the order of the file. */
export const assScript: ScriptFormat = {
  unitsPerSecond: 100,
  isNumbered: false,
  gap: '\n',

  read(text) {
    const parts: ScriptPart[] = []
    for (const [at, part] of parseAss(text, new Warnings()).entries()) {
      if (part.kind === 'event' && !part.isComment) {
        parts.push(readLine(part, at + 1))
        continue
      }
      const written = part.kind === 'header' && at > 0 ? `\n${writePart(part)}` : writePart(part)
      const last = parts.at(-1)
      if (typeof last === 'string') parts[parts.length - 1] = last + written
      else parts.push(written)
    }
    return parts
  },

  write({ from, to, style, text, source }, _number, script) {
    const event = withValues(source?.event ?? newEvent(script), { style })
    return writePart({ ...event, from, to, text: text.replaceAll('\n', '\\N') })
  },

  plainText: (text) => plainAss(text.replaceAll('\n', '\\N')),
}

/** Names of the styles of an ASS script, in its order; none elsewhere. */
export function stylesOf({ format, parts }: Script): string[] {
  if (format !== 'ass') return []
  const names = restOf(parts).flatMap((part) => (part.kind === 'style' ? [fieldValue(part, 'name')] : []))
  return names.filter((name) => name !== '')
}

function readLine(event: AssEvent, key: number): ScriptLine {
  const { from, to, text } = event
  const read = { from, to, text: text.replaceAll('\\N', '\n'), style: fieldValue(event, 'style') }
  return { key, ...read, source: { ...read, raw: writePart(event), before: '', after: '', event } }
}

/** An event without words, with the fields that the script has. */
function newEvent({ parts }: Script): AssEvent {
  const known = parts.find((part): part is ScriptLine => typeof part !== 'string' && part.source?.event !== undefined)
  const fields = known?.source?.event?.fields ?? namedFields(restOf(parts)) ?? eventFields.ass.slice(0, -1)
  return { kind: 'event', isComment: false, fields, values: fields.map(blankValue), from: 0, to: 0, text: '' }
}

/** The fields that the script names for its events, up to their text. */
function namedFields(rest: readonly AssPart[]): string[] | null {
  const events = rest.findLastIndex((part) => part.kind === 'header' && part.section === 'events')
  const format = events === -1 ? undefined : rest.slice(events).findLast((part) => part.kind === 'format')
  const names = format?.names.map((name) => name.toLowerCase()) ?? []
  const text = names.indexOf('text')
  return text === -1 ? null : names.slice(0, text)
}

function blankValue(field: string): string {
  if (field === 'marked') return 'Marked=0'
  return field === 'layer' || field.startsWith('margin') ? '0' : ''
}

/** The parts of a script other than its lines. */
function restOf(parts: readonly ScriptPart[]): AssPart[] {
  return parseAss(parts.filter((part) => typeof part === 'string').join(''), new Warnings())
}
