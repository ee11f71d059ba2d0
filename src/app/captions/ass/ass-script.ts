import { fromLegacyAlignment } from './override-tags.ts'

/** What a script says that decides where an event stands. Values are as libass reads them, defaults included. */
export interface AssScript {
  lines: readonly string[]
  /** Height of the script's coordinates. */
  height: number
  /** Whether the script is of SSA's older version, with other styles. */
  isSsa: boolean
  styles: readonly AssStyle[]
  /** Index of the line after which another style may follow; null without styles. */
  lastStyleLine: number | null
  /** Fields of a style, in the order of its lines, in lower case. */
  styleFields: readonly string[]
  events: readonly AssEvent[]
}

export interface AssStyle {
  name: string
  /** As on the number pad. */
  alignment: number
  marginV: number
}

export interface AssEvent {
  /** Index into the script's lines. */
  line: number
  /** All fields but the text, as they stand, by the name of the field in lower case. */
  fields: ReadonlyMap<string, string>
  /** Resolved: an unknown name means the default style. */
  style: AssStyle
  text: string
}

const DEFAULT_STYLE: AssStyle = { name: 'Default', alignment: 2, marginV: 20 }
const ASS_STYLE =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'
const SSA_STYLE =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding'
const ASS_EVENT = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
const SSA_EVENT = 'Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'

type Section = 'info' | 'styles' | 'events' | 'fonts'

/** Reads a script as libass does: unknown headers do not end a section, broken lines are passed over. */
export function parseAss(text: string): AssScript {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const sizes = { x: 0, y: 0 }
  const styles: AssStyle[] = []
  const events: AssEvent[] = []
  let section: Section | null = null
  let isSsa = false
  let styleFields: string[] | null = null
  let eventFields: string[] | null = null
  let lastStyleLine: number | null = null
  for (const [index, line] of lines.entries()) {
    const started = sectionOf(line)
    if (started) {
      section = started.section
      isSsa = started.isSsa ?? isSsa
      if (section === 'styles') {
        styleFields = null
        lastStyleLine ??= index
      }
      continue
    }
    if (section === 'info') {
      const [, axis, value] = /^PlayRes([XY]):\s*(-?\d+)/i.exec(line) ?? []
      if (axis) sizes[axis.toLowerCase() === 'x' ? 'x' : 'y'] = Number(value)
    } else if (section === 'styles') {
      if (keyValue(line, 'Format')) {
        styleFields = fieldNames(line)
        lastStyleLine = index
      }
      styleFields ??= fieldNames(isSsa ? SSA_STYLE : ASS_STYLE)
      const value = keyValue(line, 'Style')
      if (value === null) continue
      styles.push(parseStyle(value, styleFields, isSsa))
      lastStyleLine = index
    } else if (section === 'events') {
      if (keyValue(line, 'Format')) eventFields = fieldNames(line)
      eventFields ??= fieldNames(isSsa ? SSA_EVENT : ASS_EVENT)
      const value = keyValue(line, 'Dialogue')
      const event = value === null ? null : parseEvent(value, index, eventFields, styles)
      if (event) events.push(event)
    }
  }
  styleFields ??= fieldNames(isSsa ? SSA_STYLE : ASS_STYLE)
  return { lines, height: heightOf(sizes), isSsa, styles, lastStyleLine, styleFields, events }
}

/** The line of an event with other values in some of its fields; fields that the script does not have are left out. */
export function eventLine(event: AssEvent, changes: Readonly<Record<string, string>>, text = event.text): string {
  const values = Array.from(event.fields, ([name, value]) => changes[name] ?? value)
  return `Dialogue: ${[...values, text].join(',')}`
}

/** A script with some of its lines replaced. */
export function withLines(script: AssScript, replaced: ReadonlyMap<number, string>): string {
  return script.lines.map((line, index) => replaced.get(index) ?? line).join('\n')
}

function sectionOf(line: string): { section: Section; isSsa?: boolean } | null {
  const header = line.toLowerCase()
  if (!header.startsWith('[')) return null
  if (header.startsWith('[script info]')) return { section: 'info' }
  if (header.startsWith('[v4 styles]')) return { section: 'styles', isSsa: true }
  if (header.startsWith('[v4+ styles]')) return { section: 'styles', isSsa: false }
  if (header.startsWith('[events]')) return { section: 'events' }
  if (header.startsWith('[fonts]')) return { section: 'fonts' }
  return null
}

function keyValue(line: string, key: 'Format' | 'Style' | 'Dialogue'): string | null {
  return line.startsWith(`${key}:`) ? line.slice(key.length + 1).trimStart() : null
}

function fieldNames(format: string): string[] {
  return format
    .replace(/^Format:/, '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
}

function parseStyle(value: string, names: readonly string[], isSsa: boolean): AssStyle {
  const values = value.split(',')
  const field = (name: string) => values[names.indexOf(name)]?.trim() ?? ''
  const alignment = integer(field('alignment'))
  return {
    name: plainName(field('name')),
    alignment: (isSsa ? fromLegacyAlignment(alignment) : alignment >= 1 && alignment <= 9 ? alignment : null) ?? 2,
    marginV: integer(field('marginv')),
  }
}

function parseEvent(
  value: string,
  line: number,
  names: readonly string[],
  styles: readonly AssStyle[],
): AssEvent | null {
  const before = names.indexOf('text')
  if (before < 0) return null
  const fields = new Map<string, string>()
  let from = 0
  for (const name of names.slice(0, before)) {
    const comma = value.indexOf(',', from)
    if (comma < 0) return null
    fields.set(name, value.slice(from, comma))
    from = comma + 1
  }
  return { line, fields, style: styleNamed(fields.get('style') ?? '', styles), text: value.slice(from) }
}

function styleNamed(name: string, styles: readonly AssStyle[]): AssStyle {
  const wanted = plainName(name)
  const isDefault = (style: AssStyle) => style.name.toLowerCase() === 'default'
  const found = styles.findLast(
    (style) => style.name === wanted || (isDefault(style) && wanted.toLowerCase() === 'default'),
  )
  return found ?? styles.findLast(isDefault) ?? styles.at(0) ?? DEFAULT_STYLE
}

function plainName(name: string): string {
  return name.trim().replace(/^\*+/, '')
}

/** As C's `atoi`: digits up to the first other character. */
export function integer(value: string): number {
  return Number.parseInt(value, 10) || 0
}

function heightOf({ x, y }: { x: number; y: number }): number {
  if (y > 0) return y
  if (x <= 0) return 288
  return x === 1280 ? 1024 : Math.max(1, Math.trunc((x * 3) / 4))
}
