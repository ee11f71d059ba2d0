import { describe, expect, test } from 'vitest'
import { CUES_MAX } from '../subtitle.ts'
import { decodeText } from './decode-text.ts'
import { readSubtitles, readSubtitleText } from './read-subtitles.ts'

function cuesIn(text: string) {
  const read = readSubtitleText(text)
  return read.ok ? read.subtitles.cues : read.why
}
const formatIn = (text: string) => {
  const read = readSubtitleText(text)
  return read.ok ? read.subtitles.format : read.why
}

describe('WebVTT', () => {
  test('is read with short times, settings, tags and character references', () => {
    const text = [
      'WEBVTT - made by hand',
      '',
      'NOTE 00:09.000 is late',
      '',
      'STYLE',
      '::cue { color: white }',
      '',
      'first',
      '00:01.000 --> 00:02.500 line:0 position:20%',
      '<v Mio>You said the <i>last</i> one waits!</v>',
      '',
      '01:00:00.000 --> 01:00:01.000',
      '1 &lt; 2 &amp; 3 &#x3042;',
      'second line',
    ].join('\n')
    expect(cuesIn(text)).toEqual([
      { from: 1, to: 2.5, text: 'You said the last one waits!' },
      { from: 3600, to: 3601, text: '1 < 2 & 3 あ\nsecond line' },
    ])
  })

  test('leaves out what has no text or no length, and sorts by time', () => {
    const text =
      'WEBVTT\n\n00:05.000 --> 00:06.000\nB\n\n00:01.000 --> 00:01.000\nA\n\n00:02.000 --> 00:03.000\n\n\n00:01.000 --> 00:02.000\nC'
    expect(cuesIn(text)).toEqual([
      { from: 1, to: 2, text: 'C' },
      { from: 5, to: 6, text: 'B' },
    ])
  })

  test('may not name files in its styles', () => {
    for (const style of ['::cue { background: url(https://example.com/a.png) }', '@import "a.css"']) {
      expect(formatIn(`WEBVTT\n\nSTYLE\n${style}\n\n00:01.000 --> 00:02.000\nA`)).toBe('names_files')
    }
    expect(formatIn('WEBVTT\n\n00:01.000 --> 00:02.000\nHis url (the old one)')).toBe('vtt')
  })
})

describe('SubRip', () => {
  test('is read with commas or points, without numbers, and with empty lines in a text', () => {
    const text =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<font color="#fff">Next stop,</font>\r\n\r\nAltair.\r\n\r\n2\r\n0:0:3.5 --> 0:0:4,75\r\n1984\r\n'
    expect(cuesIn(text)).toEqual([
      { from: 1, to: 2.5, text: 'Next stop,\nAltair.' },
      { from: 3.5, to: 4.75, text: '1984' },
    ])
  })
})

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

  test('keeps neither fonts nor pictures that come with it', () => {
    const read = readSubtitleText(
      `[Script Info]\nTitle: x\n[Fonts]\nfontname: a.ttf\nM;9\n[Graphics]\nfilename: b.bmp\n!!\n${head}${event('Vega')}`,
    )
    expect(read).toMatchObject({ ok: true, subtitles: { format: 'ass', cues: [{ text: 'Vega' }] } })
    expect(JSON.stringify(read)).not.toMatch(/fontname|b\.bmp/)
  })
})

describe('any file', () => {
  test('that is none of these, or says nothing, is refused', () => {
    expect(cuesIn('Dear all,\nhello')).toBe('format_unknown')
    expect(cuesIn('')).toBe('format_unknown')
    expect(cuesIn('WEBVTTX\n\n')).toBe('format_unknown')
    expect(cuesIn('WEBVTT\n\n')).toBe('empty')
  })

  test('has at most 20,000 lines with a text', () => {
    const lines = (count: number) =>
      `WEBVTT\n\n${Array.from({ length: count }, () => '00:01.000 --> 00:02.000\nA\n').join('\n')}`
    expect(cuesIn(lines(CUES_MAX))).toHaveLength(CUES_MAX)
    expect(cuesIn(lines(CUES_MAX + 1))).toBe('too_many_cues')
  })

  test('has at most 400,000 line breaks, and 1,000 characters of a cue are read', () => {
    expect(cuesIn(`WEBVTT\n\n${'\n'.repeat(400_000)}`)).toBe('too_many_cues')
    const [cue] = cuesIn(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'x'.repeat(5000)}`)
    expect(cue).toMatchObject({ text: 'x'.repeat(1000) })
  })

  test('loses control characters and gets composed letters', () => {
    expect(cuesIn('WEBVTT\n\n00:01.000 --> 00:02.000\nCafe\u0301\u0007 \u001b[31mred')).toEqual([
      { from: 1, to: 2, text: 'Café [31mred' },
    ])
  })
})

describe('encodings', () => {
  const line = '1\n00:00:01,000 --> 00:00:02,000\nさいごのは、まつって言った！\n'
  const cue = { text: 'さいごのは、まつって言った！' }
  // Written by Python's codecs of these names.
  const shiftJis = Uint8Array.from(Buffer.from('82b382a282b282cc82cd814182dc82c282c182c48cbe82c182bd8149', 'hex'))
  const eucJp = Uint8Array.from(Buffer.from('a4b5a4a4a4b4a4cea4cfa1a2a4dea4c4a4c3a4c6b8c0a4c3a4bfa1aa', 'hex'))
  const time = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\n')
  const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))

  test.each([
    ['UTF-8', new TextEncoder().encode(line)],
    ['UTF-8 with a mark', joined(Uint8Array.of(0xef, 0xbb, 0xbf), new TextEncoder().encode(line))],
    ['UTF-16, little end first', joined(Uint8Array.of(0xff, 0xfe), Buffer.from(line, 'utf16le'))],
    ['UTF-16, big end first', joined(Uint8Array.of(0xfe, 0xff), Buffer.from(line, 'utf16le').swap16())],
    ['UTF-16 without a mark', Uint8Array.from(Buffer.from(line, 'utf16le'))],
    ['EUC-JP', joined(time, eucJp)],
    ['Shift-JIS', joined(time, shiftJis)],
  ])('%s is read', (_name, bytes) => {
    expect(readSubtitles(bytes)).toMatchObject({ ok: true, subtitles: { cues: [cue] } })
  })

  test('others are refused rather than guessed', () => {
    // 'Café, à la mode' in Windows-1252, whose bytes are no text in the encodings above.
    expect(decodeText(Uint8Array.from(Buffer.from('436166e92c20e0206c61206d6f6465', 'hex')))).toBeNull()
    // 'últimos días' in Windows-1252: its bytes have a meaning in Shift-JIS, as rare characters.
    expect(decodeText(Uint8Array.from(Buffer.from('fa6c74696d6f732064ed6173', 'hex')))).toBeNull()
    expect(decodeText(Uint8Array.of(0x00, 0x01, 0x02, 0x03))).toBeNull()
    expect(decodeText(Uint8Array.of(0x41, 0x00, 0x42))).toBeNull()
  })
})
