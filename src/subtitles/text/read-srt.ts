import type { Cue } from '../subtitle.ts'
import { cleanLines, resolveEntities, withoutTags } from './plain-text.ts'
import { readTiming } from './read-webvtt.ts'

/**
 * The cues of a SubRip file, which has no standard: a text lasts until the next line of times, without the number before
 * it. Tags of HTML and of ASS are removed.
 */
export function readSrt(text: string): Cue[] {
  const cues: Cue[] = []
  let current: { from: number; to: number; lines: string[] } | null = null
  const finish = (isLast: boolean) => {
    if (!current) return
    const { from, to, lines } = current
    while (lines.at(-1)?.trim() === '') lines.pop()
    if (!isLast && /^\s*\d+\s*$/.test(lines.at(-1) ?? '')) lines.pop()
    const plain = resolveEntities(withoutTags(lines.join('\n').replaceAll(/\{\\[^{}]{0,200}\}/g, '')))
    cues.push({ from, to, text: cleanLines(plain) })
  }
  for (const line of text.split('\n')) {
    const time = readTiming(line)
    if (time) {
      finish(false)
      current = { ...time, lines: [] }
    } else {
      current?.lines.push(line)
    }
  }
  finish(true)
  return cues
}
