/** Longest line that is kept whole; no line of ours is near it, and a hostile file must not fill the memory. */
const MAX_LINE_CHARACTERS = 65_536

/** Cuts a stream of text pieces into lines, in constant memory. The last line is given by `end`. */
export function createLineSplitter(onLine: (line: string) => void): { push(piece: string): void; end(): void } {
  let rest = ''
  return {
    push(piece) {
      const lines = (rest + piece).split('\n')
      rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS)
      for (const line of lines) onLine(line)
    },
    end() {
      if (rest !== '') onLine(rest)
      rest = ''
    },
  }
}
