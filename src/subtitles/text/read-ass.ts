import type { Cue } from '../subtitle.ts'
import { cleanLines } from './plain-text.ts'

/** Fields of an event in files that do not name them. */
export const defaultFields = [
  'layer',
  'start',
  'end',
  'style',
  'name',
  'marginl',
  'marginr',
  'marginv',
  'effect',
  'text',
]

/** More than any version of the format has. */
export const FIELDS_MAX = 40

/** One event of an ASS or SSA script. */
interface AssEvent {
  from: number
  to: number
  /** With its override tags. */
  text: string
}

/** The cues of an ASS or SSA script, in its order: the text without tags and drawings. Layers of one text are one cue. */
export function readAss(text: string): Cue[] {
  const seen = new Set<string>()
  return readEvents(text).flatMap(({ from, to, text: tagged }) => {
    const cue = { from, to, text: plainAssText(tagged) }
    const key = `${from} ${to} ${cue.text}`
    if (seen.has(key)) return []
    seen.add(key)
    return [cue]
  })
}

/** The events that are shown, comments left out. */
function readEvents(text: string): AssEvent[] {
  const events: AssEvent[] = []
  let isInEvents = false
  let fields = defaultFields
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) isInEvents = /^\[events\]/i.test(line)
    if (!isInEvents) continue
    const [, kind, rest = ''] = /^(Format|Dialogue)\s*:\s*(.*)$/i.exec(line) ?? []
    if (kind?.toLowerCase() === 'format')
      fields = rest.split(',', FIELDS_MAX).map((field) => field.trim().toLowerCase())
    if (kind?.toLowerCase() === 'dialogue') {
      const event = readEvent(fields, rest)
      if (event) events.push(event)
    }
  }
  return events
}

function readEvent(fields: string[], line: string): AssEvent | null {
  const values = line.split(',')
  // The last field may have commas.
  const last = values.slice(fields.length - 1).join(',')
  const fieldOf = (name: string) => {
    const at = fields.indexOf(name)
    return at === fields.length - 1 ? last : values[at]
  }
  const [from, to, text] = [readTime(fieldOf('start')), readTime(fieldOf('end')), fieldOf('text')]
  return from === null || to === null || text === undefined ? null : { from, to, text }
}

/** Seconds of `h:mm:ss.cc`; null for anything else. */
export function readTime(raw: string | undefined): number | null {
  const [, hours, minutes, seconds, hundredths = ''] =
    /^\s*(\d{1,4}):([0-5]?\d):([0-5]?\d)[.:](\d{1,3})\s*$/.exec(raw ?? '') ?? []
  if (hours === undefined) return null
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(hundredths.padEnd(3, '0')) / 1000
}

/** What a viewer reads of an event: no override tags, no drawings, its line breaks. */
export function plainAssText(tagged: string): string {
  let isDrawing = false
  let plain = ''
  for (const part of tagged.split(/(\{[^{}]*\})/)) {
    if (part.startsWith('{') && part.endsWith('}')) {
      for (const [, scale] of part.matchAll(/\\p(\d{1,3})/g)) isDrawing = scale !== '0'
    } else if (!isDrawing) {
      plain += part
    }
  }
  return cleanLines(plain.replaceAll(/\\[Nn]/g, '\n').replaceAll('\\h', '\u00a0'))
}
