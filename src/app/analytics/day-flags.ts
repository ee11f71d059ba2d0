/** A publishing day as it is named above its bar. Heights are pixels above the axis, places shares of the width. */
export interface DayFlag {
  index: number
  /** Middle of the day. */
  at: number
  /** Title of the episode, shortened; null where there is no room for it. */
  title: string | null
  /** Where the title is: over the middle of the day or, where it would leave the chart, at that edge of it. */
  titleAt: number
  anchor: 'start' | 'middle' | 'end'
  /** The mark goes from the bar to here, below the title. */
  top: number
  height: number
}

/** Height of the bars' area, and of the free area above it. */
export const BARS_HEIGHT = 280
export const FLAGS_HEIGHT = 76
/** Two lines of text. */
const LABEL_HEIGHT = 36
const MARK_HEIGHT = 12
/** The narrowest a chart is drawn; titles that fit there fit everywhere. */
const MIN_WIDTH = 620
const CHARACTER_WIDTH = 7.4
const TITLE_MAX = 26
/** Characters of the second line, as in 'published Jul 17'. */
const DATE_LENGTH = 16

/**
 * Names publishing days above bars of these heights: the highest bar first, each title above all bars and titles that it would
 * cover. Where that is too high, only the mark is left.
 *
 * @param published titles by the index of their day
 */
export function placeFlags(heights: readonly number[], published: ReadonlyMap<number, string[]>): DayFlag[] {
  const slot = 1 / heights.length
  const placed: { from: number; to: number; top: number }[] = []
  return [...published]
    .sort(([one], [other]) => (heights[other] ?? 0) - (heights[one] ?? 0) || one - other)
    .map(([index, titles]) => {
      const height = heights[index] ?? 0
      const at = (index + 0.5) * slot
      const title = shortTitle(titles)
      const half = (Math.max(title.length, DATE_LENGTH) * CHARACTER_WIDTH) / MIN_WIDTH / 2
      const anchor = at < half ? 'start' : at > 1 - half ? 'end' : 'middle'
      const titleAt = { start: 0, middle: at, end: 1 }[anchor]
      const middle = Math.max(half, Math.min(1 - half, at))
      const [from, to] = [middle - half, middle + half]
      const below = heights.filter((_, day) => (day + 1) * slot > from && day * slot < to)
      const others = placed.filter((other) => other.from < to && other.to > from).map((other) => other.top)
      const top = Math.max(...below, ...others) + MARK_HEIGHT
      if (top + LABEL_HEIGHT > BARS_HEIGHT + FLAGS_HEIGHT)
        return { index, at, title: null, titleAt, anchor, height, top: height + MARK_HEIGHT }
      placed.push({ from, to, top: top + LABEL_HEIGHT })
      return { index, at, title, titleAt, anchor, height, top }
    })
}

function shortTitle([first = '', ...others]: string[]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const max = TITLE_MAX - more.length
  const characters = [...first]
  return `${
    characters.length > max
      ? `${characters
          .slice(0, max - 1)
          .join('')
          .trimEnd()}…`
      : first
  }${more}`
}
