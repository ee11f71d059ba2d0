/** Lines of a script in ASS or SSA that libass reads, in the order of the file. */
export type AssPart = AssHeader | AssInfo | AssFormat | AssStyle | AssEvent

/** Sections whose lines mean something. Styles of the older version have other fields. */
export type AssSection = 'info' | 'ssa styles' | 'ass styles' | 'events'

export const sectionHeaders: Readonly<Record<AssSection, string>> = {
  info: '[Script Info]',
  'ssa styles': '[V4 Styles]',
  'ass styles': '[V4+ Styles]',
  events: '[Events]',
}

export interface AssHeader {
  kind: 'header'
  section: AssSection
}

/** A line of the section Script Info. */
export interface AssInfo {
  kind: 'info'
  text: string
}

/** Names of fields, for the styles or events that follow. */
export interface AssFormat {
  kind: 'format'
  names: readonly string[]
}

export interface AssStyle {
  kind: 'style'
  /** Names of its fields, in lower case. */
  fields: readonly string[]
  /** May be fewer than the fields. */
  values: readonly string[]
}

export interface AssEvent {
  kind: 'event'
  /** Comments are kept and never drawn. */
  isComment: boolean
  /** Names of its fields up to its text, in lower case. */
  fields: readonly string[]
  /** Values of all its fields but the text. */
  values: readonly string[]
  /** Seconds, as libass reads them; 0 for a value that is no time. */
  from: number
  to: number
  /** Text of the event, with its override tags. */
  text: string
}

/** Fields of a style where a script does not name them. */
export const styleFields = {
  ass: fieldsOf(
    'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
  ),
  ssa: fieldsOf(
    'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding',
  ),
}

/** Fields of an event where a script does not name them. */
export const eventFields = {
  ass: fieldsOf('Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'),
  ssa: fieldsOf('Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'),
}

function fieldsOf(names: string): readonly string[] {
  return names.toLowerCase().split(', ')
}

/** Index of the field whose value counts: of two of one name, the last; -1 for none. */
export function fieldAt(fields: readonly string[], name: string): number {
  // libass knows the end also by this name.
  return name === 'end'
    ? fields.findLastIndex((each) => each === 'end' || each === 'duration')
    : fields.lastIndexOf(name)
}

/** The value of a field; empty where there is none. */
export function fieldValue({ fields, values }: Pick<AssEvent | AssStyle, 'fields' | 'values'>, name: string): string {
  return values[fieldAt(fields, name)] ?? ''
}

/** The event with other values in some of its fields; fields that it does not have are left out. */
export function withValues(event: AssEvent, changes: Readonly<Record<string, string>>): AssEvent {
  const places = new Map(Object.entries(changes).map(([name, value]) => [fieldAt(event.fields, name), value]))
  return { ...event, values: event.values.map((value, at) => places.get(at) ?? value) }
}
