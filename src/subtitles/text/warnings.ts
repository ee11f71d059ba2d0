/** The warnings that tell an author which parts of a file were left out, changed or assumed. */
export const warningCodes = [
  'time_unknown',
  'start_unknown',
  'frames_assumed',
  'before_film',
  'no_length',
  'no_time',
  'too_long',
  'drawing',
  'section_unknown',
  'attachment',
  'line_unknown',
] as const
export type WarningCode = (typeof warningCodes)[number]

/** A warning, with the places in the file where it applies. */
export interface TextWarning {
  code: WarningCode
  /** Places in all. */
  count: number
  /** Numbers of the first lines of the file, from 1. */
  lines: number[]
  /** A name or a number from the file, where the code has one. */
  detail?: string
}

/** Lines that a warning names. */
const NAMED_LINES = 10
const DETAIL_MAX_CHARACTERS = 100

/** Collects the warnings of one reading, in the order in which they are first found. */
export class Warnings {
  readonly #found = new Map<WarningCode, TextWarning>()

  add(code: WarningCode, line: number, detail?: string): void {
    const known = this.#found.get(code)
    if (!known) {
      this.#found.set(code, { code, count: 1, lines: [line], ...(detail !== undefined && { detail: short(detail) }) })
      return
    }
    known.count += 1
    if (known.lines.length < NAMED_LINES) known.lines.push(line)
    if (detail === undefined || known.detail?.split(', ').includes(detail)) return
    const all = known.detail === undefined ? detail : `${known.detail}, ${detail}`
    if (all.length <= DETAIL_MAX_CHARACTERS) known.detail = all
  }

  list(): TextWarning[] {
    return [...this.#found.values()]
  }
}

function short(detail: string): string {
  return detail.slice(0, DETAIL_MAX_CHARACTERS)
}
