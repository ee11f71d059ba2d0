import { fieldValue } from '../text/ass-parts.ts'
import { blocksOf } from '../text/ass-text.ts'
import { parseAss } from '../text/parse-ass.ts'
import { Warnings } from '../text/warnings.ts'

/** The fonts that an ASS script names, in its styles and within its lines, folded for comparison. */
export function fontsOfScript(script: string): Set<string> {
  const names = new Set<string>()
  for (const part of parseAss(script, new Warnings())) {
    if (part.kind === 'style') names.add(foldFontName(fieldValue(part, 'fontname')))
    if (part.kind !== 'event' || part.isComment) continue
    for (const block of blocksOf(part.text)) {
      for (const [, name] of block.matchAll(/\\[ \t]{0,9}fn([^\\}\n]{1,100})/g)) names.add(foldFontName(name!))
    }
  }
  names.delete('')
  return names
}

/** Names are compared without case; a leading `@` turns letters for vertical text. */
export function foldFontName(name: string): string {
  return name.trim().replace(/^@/, '').toLowerCase()
}
