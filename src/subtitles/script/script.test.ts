import { describe, expect, test } from 'vitest'
import { cuesOf, readSubtitleText } from '../text/read-subtitles.ts'
import { stylesOf } from './ass-script.ts'
import { emptyScript, insertLines, linesOf, openScript, plainTextOf, storedTime, writeScript } from './script.ts'
import type { Script, ScriptLine } from './script-parts.ts'

const vtt = `WEBVTT - The Last Local

STYLE
::cue(.sign) { color: red }

NOTE timed by hana

1
00:01.000 --> 00:02.500 line:0 position:20%
<v Mio>Tom &amp; <i>Jerry</i>

00:00:03.000 --> 00:00:04.000
Two
lines


NOTE the end
`
const srt = `1
00:00:01,000 --> 00:00:02,500 X1:0
<i>One</i>

7
00:00:03,000 --> 00:00:04,000
Two
lines
`
const ass = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial
Style: Sign,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,timed by hana
Dialogue: 3,0:00:03.00,0:00:04.00,Sign,Mio,10,0,0,fx,{\\pos(10,20)}Way, out\\Nhere
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,First

[Aegisub Extradata]
Data: 1`

const files = [
  ['vtt', vtt],
  ['srt', srt],
  ['ass', ass],
] as const

const edit = (script: Script, key: number, changes: Partial<ScriptLine>): Script => ({
  ...script,
  parts: script.parts.map((part) => (typeof part !== 'string' && part.key === key ? { ...part, ...changes } : part)),
})

describe.each(files)('a script of %s', (format, text) => {
  test('has the lines that a viewer reads', () => {
    const read = linesOf(openScript(format, text)).map(({ from, to, text: written }) => {
      return { from, to, text: plainTextOf(format, written) }
    })
    expect(read).toEqual(cuesOf(format, text))
  })

  test('is what is stored when nothing changed', () => {
    const read = readSubtitleText(text)
    const stored = read.ok ? read.subtitles.text : ''
    expect(stored).not.toBe('')
    expect(writeScript(openScript(format, stored))).toBe(stored)
    expect(writeScript(openScript(format, text))).toBe(stored)
  })

  test('takes a line, a change and a removal, and is read with them', () => {
    const script = openScript(format, text)
    const [first] = linesOf(script)
    const changed = edit(script, first!.key, { text: 'a & b <3 {x', from: 1.25 })
    const longer = insertLines(changed, [
      { from: 5, to: 6, text: 'Later\nand more' },
      { from: 0, to: 0.5, text: 'Before all' },
    ])
    expect(cuesOf(format, writeScript(longer)).map(({ from, text: shown }) => [from, shown])).toEqual([
      [0, 'Before all'],
      [1.25, 'a & b <3 {x'],
      [3, expect.stringContaining('\n')],
      [5, 'Later\nand more'],
    ])
    const kept = { ...longer, parts: longer.parts.filter((part) => typeof part === 'string' || part.from === 5) }
    expect(cuesOf(format, writeScript(kept))).toEqual([{ from: 5, to: 6, text: 'Later\nand more' }])
  })
})

test('a changed line of WebVTT keeps its name, its settings and its tags', () => {
  const script = openScript('vtt', vtt)
  const [line] = linesOf(script)
  expect(line!.text).toBe('<v Mio>Tom & <i>Jerry</i>')
  const written = writeScript(edit(script, line!.key, { to: 2 }))
  expect(written).toContain('\n1\n00:00:01.000 --> 00:00:02.000 line:0 position:20%\n<v Mio>Tom &amp; <i>Jerry</i>\n')
  expect(written).toContain('NOTE timed by hana')
})

test('text that looks like a tag in WebVTT stays text', () => {
  const script = insertLines(emptyScript, [{ from: 0, to: 1, text: '<i>&lt;b&gt;</i> --> x' }])
  expect(cuesOf('vtt', writeScript(script))).toEqual([{ from: 0, to: 1, text: '<b> --> x' }])
  const read = openScript('vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n&lt;i&gt;\n')
  expect(writeScript(edit(read, 1, { to: 1.5 }))).toContain('&lt;i&gt;')
})

test('a changed event of ASS keeps its layer, its margins and its tags', () => {
  const script = openScript('ass', ass)
  const sign = linesOf(script)[1]!
  expect(sign).toMatchObject({ text: '{\\pos(10,20)}Way, out\nhere', style: 'Sign' })
  expect(writeScript(edit(script, sign.key, { from: 2.96, text: '{\\pos(10,20)}Exit, here' }))).toContain(
    'Dialogue: 3,0:00:02.96,0:00:04.00,Sign,Mio,10,0,0,fx,{\\pos(10,20)}Exit, here\n',
  )
  expect(stylesOf(script)).toEqual(['Default', 'Sign'])
})

test('a new event of ASS has the style of the one before it in the film', () => {
  const written = writeScript(insertLines(openScript('ass', ass), [{ from: 2.6, to: 2.9, text: 'New' }]))
  expect(written).toContain('First\nDialogue: 0,0:00:02.60,0:00:02.90,Default,,0,0,0,,New\n')
})

test('times are rounded down to what a format can tell', () => {
  expect([storedTime('vtt', 1.0419), storedTime('ass', 1.0419), storedTime('srt', 0.041708)]).toEqual([
    1.041, 1.04, 0.041,
  ])
  expect([storedTime('vtt', 3.75), storedTime('ass', 0.29), storedTime('vtt', -1)]).toEqual([3.75, 0.29, 0])
})
