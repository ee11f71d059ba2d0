import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** A sound TrueType font, 'BIZ UDPGothic', of 4.5 MB. */
export const japaneseFont = resolve('@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf')
/** A sound WOFF font, 'Dela Gothic One', whose letters look like no other's. */
export const boldFont = resolve('@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff')

/** The head of a TrueType font with a name table and nothing else: no program draws with it. */
export function fontFile(family: string): Uint8Array {
  const name = Buffer.from(family, 'utf16le').swap16()
  const table = Buffer.alloc(18)
  for (const [at, value] of [0, 1, 18, 3, 1, 0x409, 1, name.length, 0].entries()) table.writeUInt16BE(value, at * 2)
  const head = Buffer.alloc(28)
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(1, 4)
  head.write('name', 12, 'latin1')
  head.writeUInt32BE(28, 20)
  head.writeUInt32BE(table.length + name.length, 24)
  return Uint8Array.from(Buffer.concat([head, table, name]))
}

/** A script in ASS whose line is drawn with this font. */
export function scriptIn(font: string, text = 'Vega', seconds = 9): string {
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    'PlayResX: 640',
    'PlayResY: 360',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Alignment',
    `Style: Default,${font},120,&H00FFFFFF,0,5`,
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    `Dialogue: 0,0:00:00.00,0:00:0${seconds}.00,Default,,0,0,0,,${text}`,
    '',
  ].join('\n')
}
