import { type MarkedPart, markFolded } from '#platform/folded-text.ts'

/** A line as the API has it. */
export interface Line {
  subtitleId: string
  language: string
  from: number
  to: number
  text: string
}

/** A moment at which something is said, in one language or several. */
export interface LineGroup {
  from: number
  to: number
  /** The one in the reader's language first. */
  lines: readonly Pick<Line, 'language' | 'text'>[]
}

/**
 * Groups lines of other languages with the line in the reader's language that is shown longest with them; a line
 * without one is a group of its own.
 * @param lines in the order of their times
 */
export function groupLines(lines: readonly Line[], language: string): LineGroup[] {
  const own = lines.filter((line) => line.language === language)
  const others = new Map<Line, Line[]>()
  const alone: Line[] = []
  let first = 0
  for (const line of lines) {
    if (line.language === language) continue
    while (first < own.length && own[first]!.to <= line.from) first += 1
    const best = longestShared(own, first, line)
    if (best) others.set(best, [...(others.get(best) ?? []), line])
    else alone.push(line)
  }
  const groups = own.map((line) => toGroup(line, others.get(line) ?? []))
  return [...groups, ...alone.map((line) => toGroup(line, []))].sort((one, other) => one.from - other.from)
}

/** @param first index of the first line that does not end before the other begins */
function longestShared(own: readonly Line[], first: number, other: Line): Line | null {
  let best: { line: Line; seconds: number } | null = null
  for (let at = first; at < own.length && own[at]!.from < other.to; at += 1) {
    const line = own[at]!
    const seconds = Math.min(line.to, other.to) - Math.max(line.from, other.from)
    if (seconds > 0 && (!best || seconds > best.seconds)) best = { line, seconds }
  }
  return best?.line ?? null
}

function toGroup({ from, to, language, text }: Line, others: readonly Line[]): LineGroup {
  const more = others.map((line) => ({ language: line.language, text: line.text }))
  return { from, to, lines: [{ language, text }, ...more] }
}

/** Parts of a text, and whether each is a word that was looked for. */
export function markWords(text: string, search: string): MarkedPart[] {
  return markFolded(text, search.trim().split(/\s+/u))
}
