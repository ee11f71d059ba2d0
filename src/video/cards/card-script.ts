import type { CharacterWidth } from './font-metrics.server.ts'
import { shortened, widthIn, wrapTitle, writableIn } from './wrap-title.ts'

/** Size of a card in pixels, as link previews show it. */
export const CARD_SIZE = { width: 1200, height: 630 }

/** Where the picture is, in pixels: the entire card, with words over its lower part, or a side of it. */
export interface CardPicture {
  left: number
  width: number
}

const MARGIN = 64
const TITLE_LINES = 3
/** The title gets smaller before it gets a third line, in pixels of an em. */
const titleSizes = [76, 64, 52]
const BY_SIZE = 32
const LINE_HEIGHT = 1.24
/** Below this ratio of its sides, a picture stands at the side of the words. */
const WIDE_RATIO = 1.3
/** Night, cream, its second shade, and the star: `--bg`, `--text`, `--text-2` and `--star` of the dark theme. */
export const CARD_COLOURS = { night: '081620', text: 'F6EFDD', text2: 'A9BAC0', star: 'FFD447' }

/** The word mark in 346 by 132 units: its strokes as filled shapes, the point of the i, and the star in the o. */
const mark = {
  cream:
    'm 4 20 l 26 20 l 26 62 b 34 52 47 46 56 50 b 67 54 74 65 74 80 l 74 112 l 52 112 l 52 80 b 52 63 26 63 26 80 l 26 112 l 4 112 ' +
    'm 236 20 l 258 20 l 258 62 b 266 52 279 46 288 50 b 299 54 306 65 306 80 l 306 112 l 284 112 l 284 80 b 284 63 258 63 258 80 l 258 112 l 236 112 ' +
    'm 320 49 l 342 49 l 342 112 l 320 112 m 318 27 b 318 10 344 10 344 27 b 344 44 318 44 318 27 ' +
    'm 221 53 b 210 42 198 41 189 41 b 160 43 155 79 185 83 l 198 86 b 203 88 203 90 196 90 b 189 90 184 88 178 82 l 162 97 b 174 108 185 111 196 110 b 226 109 232 73 202 65 l 189 62 b 184 61 186 62 190 62 b 197 62 201 62 205 67',
  star:
    'm 85 78.5 b 85 123.500 155 123.500 155 78.5 b 155 33.500 85 33.500 85 78.5 ' +
    'm 120 56 l 127 70 l 142 72 l 131 83 l 133 98 l 120 91 l 107 98 l 109 83 l 98 72 l 113 70',
}

/** Place and width of a picture of this shape. */
export function cardPicture(shape: { width: number; height: number }): CardPicture {
  const ratio = shape.width / shape.height
  if (ratio >= WIDE_RATIO) return { left: 0, width: CARD_SIZE.width }
  const width = Math.round((CARD_SIZE.height * Math.max(0.5, Math.min(1, ratio))) / 2) * 2
  return { left: CARD_SIZE.width - width, width }
}

/** What a card says: a title, and who made it; empty for no second line. */
export interface CardWords {
  title: string
  by: string
}

/**
 * The words of a card as a script for libass, on a picture that is there already.
 * @param widthOf of the font that draws them
 */
export function cardScript(
  words: CardWords,
  picture: CardPicture | null,
  family: string,
  widthOf: CharacterWidth,
): string {
  const isOver = picture?.left === 0
  const room = (picture && !isOver ? picture.left : CARD_SIZE.width) - 2 * MARGIN
  const title = writableIn(words.title, widthOf)
  const { lines, size } = fitTitle(title, room, isOver, widthOf)
  const by = shortened(writableIn(words.by, widthOf), (room - (isOver ? 200 : 0)) / BY_SIZE, widthOf)
  const byHeight = by === '' ? 0 : BY_SIZE * 1.9
  const textHeight = lines.length * size * LINE_HEIGHT + byHeight
  const bottom = isOver ? CARD_SIZE.height - MARGIN + 8 : (CARD_SIZE.height + textHeight) / 2 + 20
  const top = bottom - textHeight
  const events = [
    ...(isOver ? [scrim(top - 220)] : []),
    ...lines.map((line, index) => text(line, MARGIN, top + index * size * LINE_HEIGHT, size, CARD_COLOURS.text)),
    ...(by === '' ? [] : [text(by, MARGIN, bottom - BY_SIZE * 1.25, BY_SIZE, CARD_COLOURS.text2)]),
    ...(isOver ? logo(CARD_SIZE.width - MARGIN - 128, bottom - 47, 128) : logo(MARGIN, MARGIN, 150)),
  ]
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    'WrapStyle: 2',
    'ScaledBorderAndShadow: yes',
    `PlayResX: ${CARD_SIZE.width}`,
    `PlayResY: ${CARD_SIZE.height}`,
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, Bold, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    `Style: Card,${family},40,&H00${bgr(CARD_COLOURS.text)},1,1,0,0,7,0,0,0,1`,
    '[Events]',
    'Format: Layer, Start, End, Style, Text',
    ...events.map((each, layer) => `Dialogue: ${layer},0:00:00.00,9:00:00.00,Card,${each}`),
    '',
  ].join('\n')
}

/** The largest size in which a title needs two lines, or three at the smallest; over a picture it is a step smaller. */
function fitTitle(title: string, room: number, isOver: boolean, widthOf: CharacterWidth) {
  for (const size of isOver ? titleSizes.slice(1) : titleSizes) {
    const lines = wrapTitle(title, room / size, TITLE_LINES + 1, widthOf)
    if (lines.length <= 2 && widthIn(title, widthOf) > 0) return { lines, size }
  }
  const size = titleSizes.at(-1)!
  return { lines: wrapTitle(title, room / size, TITLE_LINES, widthOf), size }
}

/** Nothing of a text is read as a tag: braces and backslashes are written by others that look the same. */
function text(line: string, left: number, top: number, size: number, colour: string): string {
  const plain = line.replaceAll('\\', '\uff3c').replaceAll('{', '\uff5b').replaceAll('}', '\uff5d')
  return `{\\an7\\pos(${round(left)},${round(top)})\\fs${size}\\c&H${bgr(colour)}&}${plain}`
}

/** Night over the lower part of the picture, with a soft edge, from a height on. */
function scrim(top: number): string {
  const { width, height } = CARD_SIZE
  const low = Math.max(0, Math.round(top))
  return `{\\an7\\pos(0,0)\\c&H${bgr(CARD_COLOURS.night)}&\\1a&H18&\\blur80\\p1}m -300 ${low + 160} l ${width + 300} ${low + 160} l ${width + 300} ${height + 300} l -300 ${height + 300}{\\p0}`
}

function logo(left: number, top: number, width: number): string[] {
  const scale = round((width / 346) * 100)
  const at = `\\an7\\pos(${round(left)},${round(top)})\\fscx${scale}\\fscy${scale}`
  return [
    `{${at}\\c&H${bgr(CARD_COLOURS.text)}&\\p1}${mark.cream}{\\p0}`,
    `{${at}\\c&H${bgr(CARD_COLOURS.star)}&\\p1}${mark.star}{\\p0}`,
  ]
}

/** A colour as the format has it: blue before green before red. */
const bgr = (rgb: string): string => `${rgb.slice(4)}${rgb.slice(2, 4)}${rgb.slice(0, 2)}`

const round = (pixels: number): number => Math.round(pixels * 10) / 10
