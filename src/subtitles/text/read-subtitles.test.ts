import { describe, expect, test } from 'vitest'
import { CUES_MAX } from '../subtitle.ts'
import { decodeText } from './decode-text.ts'
import { readSubtitles, readSubtitleText } from './read-subtitles.ts'

function cuesIn(text: string) {
  const read = readSubtitleText(text)
  return read.ok ? read.subtitles.cues : read.why
}
const warningsIn = (text: string) => {
  const read = readSubtitleText(text)
  return read.ok ? read.subtitles.warnings : read.why
}
const storedOf = (text: string) => {
  const read = readSubtitleText(text)
  return read.ok ? read.subtitles.text : read.why
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
    expect(formatIn('WEBVTT\n\nSTYLE\n::cue { background: \\75 rl(//example.com/a.png) }\n\n00:01 --> 00:02\nA')).toBe(
      'names_files',
    )
    expect(formatIn('WEBVTT\n\n00:01.000 --> 00:02.000\nHis url (the old one)')).toBe('vtt')
  })

  test('ends a cue at an empty line only, as captions need that roll', () => {
    const text = `WEBVTT
Kind: captions

00:00:00.400 --> 00:00:03.100 align:start position:0%
 
welcome<00:00:01.400><c> to</c><00:00:01.600><c> the</c> show

00:00:03.100 --> 00:00:03.110 align:start position:0%
welcome to the show
 

00:00:03.110 --> 00:00:05.700 align:start position:0%
welcome to the show
first part
`
    expect(cuesIn(text)).toEqual([
      { from: 0.4, to: 3.1, text: 'welcome to the show' },
      { from: 3.1, to: 3.11, text: 'welcome to the show' },
      { from: 3.11, to: 5.7, text: 'welcome to the show\nfirst part' },
    ])
  })

  test('is stored as players expect it: whole times, what is no tag as characters', () => {
    const text =
      'WEBVTT\n\n1\n00:01 --> 0:0:2,5 line:0\nI <3 <i>you</i> & <b>\n\nSTYLE\n::cue { color: red }\n\n10:-->\nx'
    expect(storedOf(text)).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500 line:0\nI &lt;3 <i>you</i> &amp; <b>\n\n')
    expect(warningsIn(text)).toEqual([
      { code: 'line_unknown', count: 1, lines: [7] },
      { code: 'time_unknown', count: 1, lines: [10] },
    ])
    expect(storedOf(storedOf(text))).toBe(storedOf(text))
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

  test('has times as people write them', () => {
    const written = [
      ...[
        '00:00:01 --> 00:00:02',
        '0:0:1,0 --> 0:0:2,0',
        '00:00:01,000 --> 00:00:01,1000',
        '00:00:00:60 --> 00:01:-58',
      ],
      ...['00 : 00 : 01 , 000 -- > 00:00:02,000', '00:00:01,000 -> 00:00:02,000', '00:00:01,000 –> 00:00:02,000'],
      ...[
        '00:00:01,000 —> 00:00:02,000',
        '00:00:01,000 --&gt; 00:00:02,000',
        '００：００：０１，０００ --> 00:00:02.0',
      ],
    ]
    const cues = written.map((times) => cuesIn(`1\n00:00:00,000 --> 00:00:00,500\nA\n\n2\n${times}\nB\n`))
    expect(cues.map((each) => Array.isArray(each) && each.length)).toEqual([2, 2, 2, 1, 2, 2, 2, 2, 2, 2])
    expect(cuesIn('1\n00:00:03,000 --> 00:00:60,000\nB')).toEqual([{ from: 3, to: 60, text: 'B' }])
    expect(cuesIn('1\n-00:00:01,000 --> 00:00:01,500\nB')).toEqual([{ from: 0, to: 1.5, text: 'B' }])
  })

  test('may count frames, of as many a second as its highest number needs', () => {
    expect(cuesIn('00:00:01:12 --> 00:00:02:00\nA')).toEqual([{ from: 1.5, to: 2, text: 'A' }])
    const text = '00:00:01:12 --> 00:00:02:00\nA\n\n00:00:03:00 --> 00:00:04:24\nB'
    expect(cuesIn(text)).toMatchObject([{ from: 1.48 }, { to: 4.96 }])
    expect(warningsIn(text)).toEqual([{ code: 'frames_assumed', count: 1, lines: [1], detail: '25' }])
  })

  test('names a line of times that it cannot read, and shows nothing of that cue', () => {
    for (const broken of [
      ...['00:00:03,000 --> ', '00:00:O3,000 --> 00:00:04,000', '--> 00:00:04,000', '00:00:03,000 00:00:04,000'],
      ...['00:00:03,000 - 00:00:04,000', '00:00:03,000 -> x', '00:00:03,000,00:00:04,000'],
      ...['00:00:03,000 to 00:00:04,000', '00:00:03,000'],
    ]) {
      const text = `1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n${broken}\nB\n\n3\n00:00:05,000 --> 00:00:06,000\nC\n`
      expect(cuesIn(text)).toMatchObject([{ text: 'A' }, { text: 'C' }])
      expect(warningsIn(text)).toMatchObject([{ code: expect.stringMatching(/time_unknown|no_length/), lines: [6] }])
    }
  })

  test('names such a line also in a file without numbers, where only the line tells what it is', () => {
    for (const broken of [
      ...['00:03,000 - 00:04,000', '00:00:03,000 to 00:00:04,000', '00:03.00 > 00:04.00', '[00:00:03 ~ 00:00:04]'],
      '٠٠:٠٠:٠٣,٠٠٠ --> ٠٠:٠٠:٠٤,٠٠٠',
    ]) {
      const text = `00:01,000 --> 00:02,000\nA\n${broken}\nB\n\n00:05,000 --> 00:06,000\nC\n`
      expect(cuesIn(text)).toMatchObject([{ text: 'A' }, { text: 'C' }])
      expect(warningsIn(text)).toEqual([{ code: 'time_unknown', count: 1, lines: [3] }])
    }
  })

  test('has words about times, hearts and figures', () => {
    const words = [
      'Open 10:30 -> 12:00 on Sundays',
      'It is 3:2 - 4:2 now',
      '0:03 – 0:04',
      'I <3 you all >_<',
      'Score: 3<4 and 5>4',
      'a <b and c> d',
      'x --> y',
    ]
    const text = words.map((each, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},500\n${each}\n`).join('\n')
    expect(cuesIn(text)).toMatchObject(words.map((each) => ({ text: each })))
    expect(warningsIn(text)).toEqual([])
  })

  test('names what stands before the first times', () => {
    expect(warningsIn('Hello\n\n1\n00:00:01,000 --> 00:00:02,000\nA')).toEqual([
      { code: 'no_time', count: 1, lines: [1] },
    ])
  })
})

describe('any file', () => {
  test('that is none of these, or says nothing, is refused', () => {
    expect(cuesIn('Dear all,\nhello')).toBe('format_unknown')
    expect(cuesIn('')).toBe('format_unknown')
    expect(cuesIn('0:00:01.000,0:00:02.000\nOne')).toBe('format_unknown')
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
  const iso2022Jp = Uint8Array.from(
    Buffer.from('1b2442243524242434244e244f2122245e24442443244638402443243f212a1b2842', 'hex'),
  )
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
    ['ISO-2022-JP', joined(time, iso2022Jp)],
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
