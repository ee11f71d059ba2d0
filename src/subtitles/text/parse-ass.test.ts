import { describe, expect, test } from 'vitest'
import { CUES_MAX } from '../subtitle.ts'
import { readSubtitleText } from './read-subtitles.ts'

function readIn(text: string) {
  const read = readSubtitleText(text)
  return read.ok ? read.subtitles : { cues: read.why, text: read.why, warnings: read.why }
}
const cuesIn = (text: string) => readIn(text).cues
const storedOf = (text: string) => readIn(text).text
const warningsIn = (text: string) => readIn(text).warnings

describe('ASS', () => {
  const head =
    '[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n'
  const event = (text: string, from = '0:00:01.00', to = '0:00:02.50') =>
    `Dialogue: 0,${from},${to},Default,,0,0,0,,${text}\n`

  test('gives its words, with commas and line breaks, without tags, drawings and comments', () => {
    const text =
      head +
      event('{\\pos(10,20)}No, no,\\Nno.{a note}') +
      event('{\\p1}m 0 0 l 10 0{\\p0} left') +
      'Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hidden\n'
    expect(cuesIn(text)).toEqual([
      { from: 1, to: 2.5, text: 'No, no,\nno.' },
      { from: 1, to: 2.5, text: 'left' },
    ])
  })

  test('says once what several layers say together', () => {
    expect(
      cuesIn(head + event('{\\bord4}Vega') + event('{\\blur2}Vega') + event('Vega', '0:00:03.00', '0:00:04.00')),
    ).toEqual([
      { from: 1, to: 2.5, text: 'Vega' },
      { from: 3, to: 4, text: 'Vega' },
    ])
  })

  test('of version 4 has other fields', () => {
    const text =
      '[Script Info]\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.18,0:00:06.85,D,NTP,0000,0000,0000,!Effect,Like an angel, {\\i1}really\n'
    expect(cuesIn(text)).toEqual([{ from: 1.18, to: 6.85, text: 'Like an angel, really' }])
  })

  test('shows in every reading what libass draws: indented, behind unknown headers, with odd hundredths', () => {
    const line = (text: string, start = '0:00:01.00') => `Dialogue: 0,${start},0:00:05.00,Default,,0,0,0,,${text}`
    const text = [
      '\ufeff[Script Info]',
      'Dialogue: 0,0:00:01.00,0:00:05.00,Default,,0,0,0,,Not here',
      '[EVENTS] and more',
      ` \t${line('Indented')}`,
      `\ufeff${line('After a mark')}`,
      line('One digit', '0:00:01.5'),
      line('Three digits', '0:00:01.123'),
      '[Nonsense]',
      line('Behind it'),
      '[Events',
      line('Unclosed'),
      line('No time', 'soon'),
      `dialogue: ${line('Small').slice(10)}`,
      'Dialogue: 0,0:00:01.00,0:00:05.00,Default',
    ].join('\n')
    expect(cuesIn(text)).toEqual([
      { from: 0, to: 5, text: 'No time' },
      ...['Indented', 'After a mark', 'Behind it', 'Unclosed'].map((said) => ({ from: 1, to: 5, text: said })),
      { from: 1.05, to: 5, text: 'One digit' },
      { from: 2.23, to: 5, text: 'Three digits' },
    ])
    expect(warningsIn(text)).toEqual([
      { code: 'line_unknown', count: 1, lines: [2] },
      { code: 'section_unknown', count: 2, lines: [8, 10], detail: 'Nonsense, Events' },
      { code: 'start_unknown', count: 1, lines: [12] },
    ])
    const stored = storedOf(text)
    expect(stored).not.toMatch(/Nonsense|Not here|Small|soon|\ufeff/)
    expect(cuesIn(stored)).toEqual(cuesIn(text))
    expect(storedOf(stored)).toBe(stored)
  })

  test('keeps no line that would be another one when it is read again', () => {
    const text = `[Script Info]\n \ufeffDialogue: 0,0:00:01.00,0:00:05.00,D,,0,0,0,,Later\n \ufeff[Events]: x\n${head}${event('Now')}`
    expect(cuesIn(text)).toEqual([{ from: 1, to: 2.5, text: 'Now' }])
    expect(storedOf(text)).not.toMatch(/Later|x$/m)
    expect(warningsIn(text)).toEqual([{ code: 'line_unknown', count: 2, lines: [2, 3] }])
  })

  test('reads blocks as libass does', () => {
    const said = (text: string) => {
      const cues = cuesIn(head + event('First') + event(text, '0:00:03.00', '0:00:04.00'))
      return typeof cues === 'string' ? cues : cues.slice(1).map((cue) => cue.text)
    }
    expect(said('{a{b}c')).toEqual(['c'])
    expect(said('an {open brace')).toEqual(['an {open brace'])
    expect(said('\\{not a block}')).toEqual(['{not a block}'])
    expect(said('{\\p1}m 0 0{\\p0}after{\\pos(1,2)}more')).toEqual(['aftermore'])
    expect(said('{\\pbo1\\p(0)}words{\\t(\\p2)}m 0 0')).toEqual(['words'])
    expect(said('{\\clip(\\p1)}words')).toEqual(['words'])
    // A space outside ASCII is no space to libass, so this is no drawing.
    for (const space of ['\u00a0', '\u3000', '\ufeff']) expect(said(`{\\p${space}1}words`)).toEqual(['words'])
    expect(said('{\\p\t00000000000000001}m 0 0{\\p0}after')).toEqual(['after'])
    expect(said('a\\nb\\hc\\Nd')).toEqual(['a b\u00a0c\nd'])
  })

  test('may have as many lines as are drawn, whatever they say', () => {
    expect(cuesIn(head + event('Again').repeat(CUES_MAX))).toHaveLength(1)
    expect(cuesIn(head + event('Again').repeat(CUES_MAX + 1))).toBe('too_many_cues')
  })

  test('shows no more of a line than its readers see', () => {
    const stored = storedOf(head + event(`{\\b1}${'x'.repeat(2000)}`))
    expect(stored).toContain(`,,${'x'.repeat(1000)}\n`)
    expect(warningsIn(head + event('\\q'.repeat(700)))).toMatchObject([{ code: 'too_long', lines: [6] }])
    expect(warningsIn(storedOf(head + event('\\q'.repeat(700))))).toEqual([])
    expect(warningsIn(head + event('A{\\p1}m 0 0 l 9 9'))).toEqual([{ code: 'drawing', count: 1, lines: [6] }])
  })

  test('has no spaces after a text, as libass reads it', () => {
    expect(storedOf(head + event('Vega \t') + event('  '))).toMatch(/,,Vega\n.*,,\n$/)
  })

  test('keeps neither fonts nor pictures that come with it', () => {
    const read = readSubtitleText(
      `[Script Info]\nTitle: x\n[Fonts]\nfontname: a.ttf\nM;9\n[Graphics]\nfilename: b.bmp\n!!\n${head}${event('Vega')}`,
    )
    expect(read).toMatchObject({ ok: true, subtitles: { format: 'ass', cues: [{ text: 'Vega' }] } })
    expect(JSON.stringify(read)).not.toMatch(/fontname|b\.bmp/)
    expect(read).toMatchObject({ subtitles: { warnings: [{ code: 'attachment', lines: [3, 6] }] } })
  })
})
