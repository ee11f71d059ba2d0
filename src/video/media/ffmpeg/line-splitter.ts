/** Longer lines are truncated. None of ours comes close, and a hostile file must not exhaust the memory. */
const MAX_LINE_CHARACTERS = 65_536

/** Splits a stream of text pieces into lines, in constant memory. `end` emits the last line. */
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
