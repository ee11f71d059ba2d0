import {
  type AssPart,
  type AssStyle as AssStylePart,
  type AssEvent as EventPart,
  fieldValue,
  styleFields,
} from '#subtitles/text/ass-parts.ts'
import { parseAss } from '#subtitles/text/parse-ass.ts'
import { Warnings } from '#subtitles/text/warnings.ts'
import { fromLegacyAlignment } from './override-tags.ts'

/** The parts of a script that decide the position of an event. Values are as libass reads them, defaults included. */
export interface AssScript {
  parts: readonly AssPart[]
  /** Height of the script's coordinates. */
  height: number
  /** Whether the script is of SSA's older version, with other styles. */
  isSsa: boolean
  styles: readonly AssStyle[]
  /** Index of the part after which another style may follow; null without styles. */
  lastStyleAt: number | null
  /** Fields of a style, in the order of its lines, in lower case. */
  styleFields: readonly string[]
  events: readonly AssEvent[]
}

export interface AssStyle {
  name: string
  /** Position as on the number pad. */
  alignment: number
  marginV: number
}

export interface AssEvent extends EventPart {
  /** Index into the script's parts. */
  at: number
  /** Resolved: an unknown name means the default style. */
  style: AssStyle
}

/** The style that libass has before it reads any. */
const DEFAULT_STYLE: AssStyle = { name: 'Default', alignment: 2, marginV: 20 }

/** Reads a script as libass does. @param text with any line breaks, as it was sent */
export function readScript(text: string): AssScript {
  return scriptOf(parseAss(text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', ''), new Warnings()))
}

/** Reads the parts of a script. An event knows the styles before it. */
export function scriptOf(parts: readonly AssPart[]): AssScript {
  const sizes = { x: 0, y: 0 }
  const styles: AssStyle[] = []
  const events: AssEvent[] = []
  let isSsa = false
  let isInStyles = false
  let fields: readonly string[] | null = null
  let lastStyleAt: number | null = null
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'header') {
      isInStyles = part.section === 'ass styles' || part.section === 'ssa styles'
      if (isInStyles) isSsa = part.section === 'ssa styles'
    } else if (part.kind === 'info') {
      const [, axis, value] = /^PlayRes([XY]):\s*(-?\d+)/.exec(part.text) ?? []
      if (axis) sizes[axis === 'X' ? 'x' : 'y'] = Number(value)
    } else if (part.kind === 'format' && isInStyles) {
      fields = part.names.map((name) => name.toLowerCase())
    } else if (part.kind === 'style') {
      fields = part.fields
      styles.push(styleOf(part, isSsa))
    } else if (part.kind === 'event' && !part.isComment) {
      events.push({ ...part, at, style: styleNamed(fieldValue(part, 'style'), styles) })
    }
    if (isInStyles) lastStyleAt = at
  }
  fields ??= isSsa ? styleFields.ssa : styleFields.ass
  return { parts, height: heightOf(sizes), isSsa, styles, lastStyleAt, styleFields: fields, events }
}

/** A script with some of its events replaced, or left out by null. */
export function withEvents({ parts }: AssScript, replaced: ReadonlyMap<number, EventPart | null>): AssPart[] {
  return parts.flatMap((part, at) => {
    const now = replaced.get(at)
    return now === undefined ? [part] : now === null ? [] : [now]
  })
}

function styleOf(part: AssStylePart, isSsa: boolean): AssStyle {
  const alignment = integer(fieldValue(part, 'alignment'))
  return {
    name: plainName(fieldValue(part, 'name')) || 'Default',
    alignment: (isSsa ? fromLegacyAlignment(alignment) : alignment >= 1 && alignment <= 9 ? alignment : null) ?? 2,
    marginV: integer(fieldValue(part, 'marginv')),
  }
}

function styleNamed(name: string, styles: readonly AssStyle[]): AssStyle {
  const wanted = /^default$/i.test(plainName(name)) ? 'Default' : plainName(name)
  return (
    styles.findLast((style) => style.name === wanted) ??
    styles.findLast((style) => style.name === 'Default') ??
    DEFAULT_STYLE
  )
}

function plainName(name: string): string {
  return name.replace(/^\*+/, '')
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
