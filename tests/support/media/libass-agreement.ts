import { eventFields } from '#subtitles/text/ass-parts.ts'
import { assPieces, escapeAss, shownText } from '#subtitles/text/ass-text.ts'
import { parseAss, writeAss } from '#subtitles/text/parse-ass.ts'
import { Warnings } from '#subtitles/text/warnings.ts'
import type { DrawnEvent, Libass } from './libass.ts'
import { mutatedScript, mutatedText } from './mutated-scripts.ts'

/** A script that libass and our parse read as different things, or draw differently. */
interface Disagreement {
  seed: number
  script: string
  libass: unknown
  ours: unknown
}

/** Compares what we read with libass, on scripts that seeds make. @returns the first few on which they disagree */
export async function disagreementsIn(
  libass: Libass,
  what: 'events' | 'words',
  { from, count }: { from: number; count: number },
): Promise<Disagreement[]> {
  const found: Disagreement[] = []
  for (let seed = from; seed < from + count && found.length < 3; seed += 1) {
    found.push(...(await (what === 'events' ? compareEvents : compareWords)(libass, seed)))
  }
  return found
}

async function compareEvents(libass: Libass, seed: number): Promise<Disagreement[]> {
  const script = mutatedScript(seed)
  const stored = writeAss(parse(script))
  const ours = eventsIn(script)
  const [asSent, asStored] = [await libass.eventsOf(script), await libass.eventsOf(stored)]
  return [
    ...(isSame(asSent, ours) ? [] : [{ seed, script, libass: asSent, ours }]),
    ...(isSame(asStored, ours) && isSame(eventsIn(stored), ours)
      ? []
      : [{ seed, script: stored, libass: asStored, ours }]),
  ]
}

/**
 * Compares pictures: without its drawings, a text must look like an event of its words alone; without its words, it
 * must draw nothing.
 */
async function compareWords(libass: Libass, seed: number): Promise<Disagreement[]> {
  const script = mutatedText(seed)
  const pieces = assPieces(script)
  const without = (kind: string) => pieces.flatMap((piece) => (piece.kind === kind ? [] : [piece.raw])).join('')
  const pairs = [
    [without('drawing'), escapeAss(shownText(script))],
    [without('words'), ''],
  ] as const
  const found: Disagreement[] = []
  for (const [text, words] of pairs) {
    const [drawn, ours] = [await libass.pictureOf(scriptOf(text), 1), await libass.pictureOf(scriptOf(words), 1)]
    if (drawn !== ours) found.push({ seed, script, libass: text, ours: words })
  }
  return found
}

function scriptOf(text: string): string {
  const values = eventFields.ass.slice(0, -1).map((field) => ({ start: '0:00:00.00', end: '0:00:05.00' })[field] ?? '0')
  return ['[V4+ Styles]', '[Events]', `Dialogue: ${[...values, text].join(',')}`].join('\n')
}

function parse(script: string) {
  return parseAss(script.replaceAll(/\r\n?/g, '\n'), new Warnings())
}

function eventsIn(script: string): DrawnEvent[] {
  return parse(script).flatMap((part) => {
    if (part.kind !== 'event' || part.isComment || part.text === '' || part.to <= part.from) return []
    // What decodes the texts of the module drops a byte order mark at their beginning.
    const text = part.text.replace(/^\ufeff/, '')
    return [{ start: Math.round(part.from * 1000), end: Math.round(part.to * 1000), text }]
  })
}

function isSame(some: readonly DrawnEvent[], others: readonly DrawnEvent[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others)
}
