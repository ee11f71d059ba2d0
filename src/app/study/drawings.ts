/** A drawing and the frames on which it stays. */
export interface Drawing {
  /** Counts from 1. */
  number: number
  first: number
  length: number
}

/** Frames from one to another on which drawings stay equally long. */
export interface Timing {
  first: number
  /** The frame after the last one. */
  end: number
  /** 'on twos', 'hold 18'. */
  words: string
  kind: TimingKind
}

export type TimingKind = 'ones' | 'twos' | 'threes' | 'holds'

export const timingKinds = ['ones', 'twos', 'threes', 'holds'] as const

/** The drawings of a video, in order. */
export class Drawings {
  readonly #all: readonly Drawing[]

  /** @param lengths first frame and length of each, without gaps */
  constructor(lengths: readonly (readonly number[])[]) {
    this.#all = lengths.map(([first = 0, length = 1], index) => ({ number: index + 1, first, length }))
  }

  get count(): number {
    return this.#all.length
  }

  /** The drawing that a frame shows; the last one after all. */
  at(frame: number): Drawing {
    let [low, high] = [0, this.#all.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.#all[middle]!.first <= frame) low = middle
      else high = middle - 1
    }
    return this.#all[low]!
  }

  /** Drawings after (or, with a negative number, before) the one that a frame shows; null where the video ends. */
  beside(frame: number, offset: number): Drawing | null {
    return this.#all[this.at(frame).number - 1 + offset] ?? null
  }

  /** Drawings with a frame from `first` until before `end`. */
  between(first: number, end: number): Drawing[] {
    return this.#all.slice(this.at(first).number - 1, this.at(Math.max(first, end - 1)).number)
  }

  /** How long they stay, drawings of one length together. */
  timingsBetween(first: number, end: number): Timing[] {
    const timings: Timing[] = []
    for (const drawing of this.between(first, end)) {
      const kind = kindOf(drawing.length)
      const last = timings.at(-1)
      if (last?.kind === kind && kind !== 'holds') last.end = drawing.first + drawing.length
      else timings.push({ first: drawing.first, end: drawing.first + drawing.length, words: wordsOf(drawing), kind })
    }
    return timings
  }

  /** How many drawings stay how long. */
  countsBetween(first: number, end: number): Record<TimingKind, number> {
    const counts = { ones: 0, twos: 0, threes: 0, holds: 0 }
    for (const { length } of this.between(first, end)) counts[kindOf(length)] += 1
    return counts
  }
}

function kindOf(length: number): TimingKind {
  return timingKinds[length - 1] ?? 'holds'
}

function wordsOf({ length }: Drawing): string {
  return length > 3 ? `hold ${length}` : `on ${kindOf(length)}`
}

/** The read-out of a drawing: a title and one sentence. */
export function describeDrawing(drawing: Drawing, framesPerSecond: number | null): { title: string; words: string } {
  const { length } = drawing
  const words = wordsOf(drawing)
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  const stays = length === 1 ? 'Every frame is a new drawing' : `This drawing holds for ${length} frames`
  if (length > 3 || framesPerSecond === null) return { title, words: `${stays}.` }
  const perSecond = framesPerSecond / length
  const shown = Number(perSecond.toFixed(Number.isInteger(perSecond) ? 0 : 1))
  return { title, words: `${stays}, ${shown} drawings per second.` }
}
