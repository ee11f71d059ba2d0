import type { ScriptLine } from '#subtitles/script/script-parts.ts'
import type { Cue } from '#subtitles/subtitle.ts'

/** Lines of another text beside those that are edited. */
export interface Beside {
  /** Texts by the key of the edited line. */
  texts: ReadonlyMap<number, string>
  /** Lines at whose time nothing is edited. */
  alone: readonly Cue[]
}

/**
 * Puts each line of another text beside the line that is shown longest with it. @param lines in the order of their
 * times
 */
export function placeBeside(lines: readonly ScriptLine[], cues: readonly Cue[]): Beside {
  const texts = new Map<number, string>()
  const alone: Cue[] = []
  let start = 0
  for (const cue of cues) {
    while (start < lines.length && lines[start]!.to <= cue.from && lines[start]!.from < cue.from) start += 1
    let best: { key: number; seconds: number } | null = null
    for (let at = start; at < lines.length && lines[at]!.from < cue.to; at += 1) {
      const { key, from, to } = lines[at]!
      const seconds = Math.min(to, cue.to) - Math.max(from, cue.from)
      if (seconds > 0 && seconds > (best?.seconds ?? 0)) best = { key, seconds }
    }
    if (!best) alone.push(cue)
    else texts.set(best.key, [texts.get(best.key), cue.text].filter((text) => text !== undefined).join('\n'))
  }
  return { texts, alone }
}
