import type { Cue } from '../subtitle.ts'
import { cleanLines, resolveEntities, withoutTags } from './plain-text.ts'

const timing =
  /^\s*(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})\s*-->\s*(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})(?:\s|$)/

/** The seconds of both ends of a line such as `00:01.000 --> 00:02.500 line:0`; null for any other line. */
export function readTiming(line: string): { from: number; to: number } | null {
  const parts = timing.exec(line)?.slice(1)
  if (!parts) return null
  const seconds = ([hours, minutes, whole, thousandths]: (string | undefined)[]) =>
    Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(whole) + Number((thousandths ?? '').padEnd(3, '0')) / 1000
  return { from: seconds(parts.slice(0, 4)), to: seconds(parts.slice(4)) }
}

/** The cues of a WebVTT file (W3C, 1 April 2019). What is not a cue with a text is left out, as players do. */
export function readWebVtt(text: string): Cue[] {
  const lines = text.split('\n')
  const cues: Cue[] = []
  for (let at = 1; at < lines.length; at += 1) {
    const time = readTiming(lines[at]!)
    if (!time) continue
    const payload: string[] = []
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== '' && !lines[at + 1]!.includes('-->')) {
      at += 1
      payload.push(lines[at]!)
    }
    cues.push({ ...time, text: cleanLines(resolveEntities(withoutTags(payload.join('\n')))) })
  }
  return cues
}

/** Whether its head, where styles are, names files, which no text may. */
export function namesFiles(text: string): boolean {
  const end = text.indexOf('-->')
  return /url\s{0,20}\(|@import/i.test(end === -1 ? text : text.slice(0, end))
}
