/** A script with the parts that readers disagree about, and damage at places that a seed chooses. */
export function mutatedScript(seed: number): string {
  const random = randomOf(seed)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const rows = [...sound]
  const count = 1 + Math.floor(random() * 6)
  for (let done = 0; done < count; done += 1) {
    const at = Math.floor(random() * rows.length)
    const row = rows[at]!
    const place = Math.floor(random() * (row.length + 1))
    const changed: readonly (() => string[])[] = [
      () => [pick([' ', '\t', '  \t', '\ufeff', '\ufeff ', ' \ufeff']) + row],
      () => [pick(headers), row],
      () => [row.slice(0, place) + row.slice(place + 1)],
      () => [row.slice(0, place) + pick(characters) + row.slice(place)],
      () => [row.replace(/\d+:\d+:\d+\.\d+/, pick(times))],
      () => [row.replace(/:/, pick([' :', ':  ', '::', '']))],
      () => [pick([row.toLowerCase(), row.toUpperCase()])],
      () => [pick(formats), row],
      () => [],
      () => [row, row],
      () => [row + pick([' ', '\t', ' \t ', ' ,  '])],
      () => [
        row
          .split(',')
          .slice(0, Math.floor(random() * 10))
          .join(','),
      ],
    ]
    rows.splice(at, 1, ...pick(changed)())
  }
  return ['[V4+ Styles]', ...rows].join(pick(['\n', '\r\n', '\r', '\n\n']))
}

/** A file of WebVTT with damage at places that a seed chooses. */
export function mutatedWebVtt(seed: number): string {
  const random = randomOf(seed)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const rows = [...soundWebVtt]
  const count = 1 + Math.floor(random() * 8)
  for (let done = 0; done < count; done += 1) {
    const at = 1 + Math.floor(random() * (rows.length - 1))
    const row = rows[at]!
    const place = Math.floor(random() * (row.length + 1))
    const changed: readonly (() => string[])[] = [
      () => [pick(webVttRows), row],
      () => [row.slice(0, place) + row.slice(place + 1)],
      () => [row.slice(0, place) + pick(webVttCharacters) + row.slice(place)],
      () => [row, ''],
      () => [],
    ]
    rows.splice(at, 1, ...pick(changed)())
  }
  return rows.join(pick(['\n', '\r\n', '\r']))
}

/**
 * The text of an event from pieces of words, escapes and blocks, so short that it stays on its lines. It ends with a letter:
 * libass places a last line of blanks by how they are written.
 */
export function mutatedText(seed: number): string {
  const random = randomOf(seed)
  const count = 1 + Math.floor(random() * 7)
  return Array.from({ length: count }, () => pieces[Math.floor(random() * pieces.length)])
    .concat('{\\p0}z')
    .join('')
}

const sound = [
  'Format: Name, Fontname, Fontsize, PrimaryColour, Bold',
  'Style: Default,Arial,20,&H00FFFFFF,0',
  '[Script Info]',
  '; a comment',
  'PlayResX: 640',
  'PlayResY: 360',
  '',
  '[Events]',
  'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  'Dialogue: 0,0:00:01.00,0:00:05.00,Default,,0,0,0,,First, with a comma',
  'Comment: 0,0:00:01.00,0:00:05.00,Default,,0,0,0,,Never',
  'Dialogue: 0,0:00:02.00,0:00:06.00,Default,Mio,0,0,0,,{\\i1}Second',
  'Dialogue: 1,0:01:03.50,0:01:07.25,Default,,10,10,10,Banner;5, Third',
  'Dialogue: 0,0:00:04.00,0:00:08.00,Default,,0,0,0,,Fourth',
]
const headers = [
  ...['[Unknown]', '[Events', '[events]', '[EVENTS] and more', '[Fonts]', '[Graphics]', '[Script Info]', '[V4 Styles]'],
  ...['[V4+ Styles]', '[Aegisub Extradata]', ' [Events]', '[ Events]', '[]', '\ufeff[Events]', 'fontname: a.ttf'],
]
const formats = [
  ...['Format: Start, End, Text', 'Format: Text', 'Format: Layer, Start, Text', 'Format: End, Start, , Style, Text'],
  ...['Format: Start, Start, End, Duration, Text, Name', 'Format:', 'Format: Layer, Start, End', 'format: Start, Text'],
  'Format: LAYER,START ,END,TEXT',
]
const times = [
  ...['0:00:01.5', '0:00:01.123', '0:00:01', '0:0:1.0', '-0:00:01.00', '0:00:-1.50', '0:00:03.-5', '+0:00:02.00'],
  ...[
    '0:00:60.00',
    '0:99:00.00',
    '0: 00: 01. 00',
    '0 :00:01.00',
    '0:00:01.00x',
    '0:00:01,00',
    '0;00:01.00',
    'soon',
    '',
  ],
  ...['0:00:01.00 ', ' 0:00:01.00', '00:00:01:00', '0:00:0x1.00'],
]
const characters = [...' ,:.{}[]\\\t;*-'].concat('\ufeff', 'é', '0', 'Dialogue:')
const pieces = [
  ...[
    'Vega',
    ' and ',
    'Altair',
    'a{b',
    'c}d',
    '\\N',
    '\\n',
    '\\h',
    '\\{',
    '\\}',
    '{}',
    '{note}',
    '{a{b}',
    '{\\}',
    '\\x',
  ],
  ...[
    '{\\p1}',
    '{\\p0}',
    '{\\p}',
    '{\\p(1)}',
    '{\\p(,0)}',
    '{\\pbo9}',
    '{\\ p1}',
    '{\\p-1}',
    '{\\p01}',
    '{x\\p1y}',
    '{\\r}',
  ],
  ...[
    '{\\p\u00a01}',
    '{\\p\u30001}',
    '{\\p(\ufeff1)}',
    '{\\p\t1}',
    '{\\t(\\p1)}',
    '{\\t(0,5,\\p0)}',
    '{\\zz(\\p1)}',
    '{\\zz(0,0\\p1)}',
    '{\\q2}',
    '{\\q0}',
    '{\\p1\\p0}',
    '{\\t(\\zz(9\\p1)}',
  ],
]

const soundWebVtt = [
  ...['WEBVTT - Paper boats', 'Kind: captions', '', 'NOTE timed by hand', '', 'STYLE', '::cue { color: white }', ''],
  ...[
    'first',
    '00:01.000 --> 00:02.500 line:0',
    '<v Mio>You & <i>me</i>',
    '',
    '00:00:05.000 --> 00:00:06.000',
    'Later',
    '',
  ],
  ...[
    '00:00:03.000 --> 00:00:04.000 align:start',
    ' ',
    'I &lt;3<00:00:03.500> you',
    '',
    '2',
    '01:00:00.000 --> 01:00:01.000',
    'End',
  ],
]
const webVttRows = [
  ...[
    'NOTE',
    'STYLE',
    'REGION',
    'x --> y',
    '-->',
    '00:00:07 --> 8',
    '00:00:07 --> 00:00:08 a b:c size:50%',
    '1:2:3.4 -> 1:2:5.6',
  ],
  ...[
    'I <3 you',
    '</c>',
    '<v',
    '&amp',
    '&eacute;',
    '00:00:09.000 --> 00:00:08.000',
    ' ',
    '\t',
    '00:00:01,000 --> 00:00:02,000',
  ],
]
const webVttCharacters = [...' :.,->&<;/'].concat('<b>', '</i>', '-->', '&', '\u00a0')

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) / 2 ** 24
  }
}
