import { type AssStyle as AssStylePart, withValues } from '#subtitles/text/ass-parts.ts'
import { withoutBlocks } from '#subtitles/text/ass-text.ts'
import { writeAss } from '#subtitles/text/parse-ass.ts'
import { type AssScript, readScript, withEvents } from './ass-script.ts'
import { isDialogue } from './dialogue.ts'

/** How a viewer wants dialogue: 'My style'. */
export interface AssCaptionStyle {
  size: 'small' | 'medium' | 'large' | 'huge'
  /** As `#rrggbb`. */
  colour: string
  edge: 'none' | 'outline' | 'box'
  place: 'top' | 'bottom'
}

/** Shares of the picture's height. */
const SIZES = { small: 0.05, medium: 0.0625, large: 0.08, huge: 0.1 }
const EDGES = { none: 0, outline: 0.06, box: 0.2 }
const MARGIN = 0.045
const STYLE_NAME = 'Hoshi viewer'
const INK = '1E140A'

/**
 * The script with its dialogue in a viewer's own style. Signs, songs, and everything else that the writer placed or
 * times by syllable stay as drawn.
 */
export function withCaptionStyle(text: string, style: AssCaptionStyle): string {
  const script = readScript(text)
  const ownStyle = { style: STYLE_NAME, marginl: '0', marginr: '0', marginv: '0' }
  const restyled = script.events
    .filter(isDialogue)
    .map((event) => [event.at, { ...withValues(event, ownStyle), text: withoutBlocks(event.text) }] as const)
  const parts = withEvents(script, new Map(restyled))
  const added = stylePart(script, style)
  if (script.lastStyleAt === null) return writeAss([{ kind: 'header', section: 'ass styles' }, added, ...parts])
  return writeAss(parts.toSpliced(script.lastStyleAt + 1, 0, added))
}

function stylePart(script: AssScript, { size, colour, edge, place }: AssCaptionStyle): AssStylePart {
  const { height, isSsa, styleFields } = script
  const fontSize = height * SIZES[size]
  const hasBox = edge === 'box'
  const ink = isSsa ? String(Number.parseInt(INK, 16)) : `&H00${INK}`
  const bottom = 2
  const top = isSsa ? 6 : 8
  const values: Record<string, string> = {
    name: STYLE_NAME,
    fontname: STYLE_NAME,
    fontsize: fontSize.toFixed(1),
    primarycolour: assColour(colour, isSsa),
    secondarycolour: assColour(colour, isSsa),
    outlinecolour: ink,
    tertiarycolour: ink,
    backcolour: isSsa ? ink : `&H40${INK}`,
    bold: '-1',
    scalex: '100',
    scaley: '100',
    // 4 draws one box around all lines of an event; with 3, the boxes of lines overlap.
    borderstyle: hasBox ? '4' : '1',
    // The box is as much larger than the text as the shadow is deep.
    outline: (hasBox ? 0 : fontSize * EDGES[edge]).toFixed(2),
    shadow: (hasBox ? fontSize * EDGES.box : 0).toFixed(2),
    alignment: String(place === 'top' ? top : bottom),
    marginl: '20',
    marginr: '20',
    marginv: String(Math.round(height * MARGIN)),
    encoding: '1',
  }
  return { kind: 'style', fields: styleFields, values: styleFields.map((name) => values[name] ?? '0') }
}

/** Scripts name blue first. */
function assColour(colour: string, isSsa: boolean): string {
  const [, red = 'ff', green = 'ff', blue = 'ff'] = /^#(..)(..)(..)$/.exec(colour) ?? []
  const hex = `${blue}${green}${red}`.toUpperCase()
  return isSsa ? String(Number.parseInt(hex, 16)) : `&H00${hex}`
}
