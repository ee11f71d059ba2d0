import { describe, expect, it, test } from 'vitest'
import {
  CHAPTER_TITLE_MAX,
  CHAPTERS_MAX,
  chapterAfter,
  chapterAt,
  chapterBefore,
  chapterEnd,
  readChapters,
  withoutChapters,
} from './chapters.ts'

const description = `The last train of the night.

0:00 The platform
0:50 The viaduct
2:39 One minute late

Music by the Kita-Senju brass band.`

const chapters = readChapters(description, 462)

describe('the chapters of a description', () => {
  it('are its lines that begin with a time', () => {
    expect(chapters).toEqual([
      { startSeconds: 0, title: 'The platform', kind: 'chapter' },
      { startSeconds: 50, title: 'The viaduct', kind: 'chapter' },
      { startSeconds: 159, title: 'One minute late', kind: 'chapter' },
    ])
  })

  it.each([
    ['no description', ''],
    ['no times', 'A train leaves.\nIt does not stop.'],
    ['one time', '0:00 The platform\nand nothing else'],
    ['a first time after the start', '0:10 The platform\n0:50 The viaduct'],
    ['a start that comes later', '0:50 The viaduct\n0:00 The platform'],
    ['times without titles', '0:00\n0:50\n2:39  '],
    ['times inside lines', 'From 0:00 the platform,\nfrom 0:50 the viaduct'],
    ['times that touch their titles', '0:00The platform\n0:50The viaduct'],
    ['seconds past a minute', '0:00 The platform\n0:75 The viaduct'],
    ['times that are no times', '0:00 The platform\n1:2 The viaduct\n1:234 Late\n-1:20 Later\n1.20 Last'],
  ])('are none with %s', (_name, text) => {
    expect(readChapters(text, 462)).toEqual([])
  })

  it('may be indented, end lines in any way, and have dashes, wide spaces and Japanese titles', () => {
    expect(readChapters('  0:00 - 出発\r\n00:50\u3000– 高架橋\r2:39\t: Late', 462)).toEqual([
      { startSeconds: 0, title: '出発', kind: 'chapter' },
      { startSeconds: 50, title: '高架橋', kind: 'chapter' },
      { startSeconds: 159, title: 'Late', kind: 'chapter' },
    ])
  })

  it('leave out what goes back, comes twice or is past the end', () => {
    const text = '0:00 One\n2:00 Two\n1:00 Back\n2:00 Again\n3:00 Three\n10:00 Past the end\n99:59 Far past it'
    expect(readChapters(text, 600).map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
    expect(
      readChapters(text, null)
        .map(({ title }) => title)
        .slice(-1),
    ).toEqual(['Far past it'])
    expect(readChapters('0:00 One\n10:00 Past the end', 600)).toEqual([])
  })

  it('have titles that are plain text, without invisible characters, and cut', () => {
    const text = `0:00 <b>&amp;</b>\n0:05 \u202eolleh\u0000\u2066\n0:10 \u200f\n0:20 ${'星'.repeat(500)}`
    expect(readChapters(text, 60)).toEqual([
      { startSeconds: 0, title: '<b>&amp;</b>', kind: 'chapter' },
      { startSeconds: 5, title: 'olleh', kind: 'chapter' },
      { startSeconds: 20, title: '星'.repeat(CHAPTER_TITLE_MAX), kind: 'chapter' },
    ])
  })

  it('are cut between characters, never inside one', () => {
    const [first] = readChapters(`0:00 ${'🌠'.repeat(CHAPTER_TITLE_MAX + 1)}\n0:05 Two`, 60)
    expect(first?.title).toBe('🌠'.repeat(CHAPTER_TITLE_MAX))
  })

  it('may be marked as intro and credits, with or without a title', () => {
    const text =
      '0:00 [intro]\n0:30 One [intro]\n1:00 - [Intro] - The bell\n5:00 [CREDITS]スタッフ\n5:30 [outro]\n5:40 [credits] '
    expect(readChapters(text, 360)).toEqual([
      { startSeconds: 0, title: 'Intro', kind: 'intro' },
      { startSeconds: 30, title: 'One [intro]', kind: 'chapter' },
      { startSeconds: 60, title: 'The bell', kind: 'intro' },
      { startSeconds: 300, title: 'スタッフ', kind: 'credits' },
      { startSeconds: 330, title: '[outro]', kind: 'chapter' },
      { startSeconds: 340, title: 'Credits', kind: 'credits' },
    ])
    expect(withoutChapters(`Music: me.\n${text}`, readChapters(text, 360))).toBe('Music: me.')
  })

  it('are limited in number', () => {
    const every = Array.from({ length: 500 }, (_, at) => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')} x`)
    expect(readChapters(every.join('\n'), 600)).toHaveLength(CHAPTERS_MAX)
  })

  it('take no time to find in a long hostile text', () => {
    const hostile = ['0:00 '.repeat(1000), `0:00${' '.repeat(4990)}`, '0:00 -'.padEnd(5000, ' -'), '9'.repeat(5000)]
    for (const text of hostile) expect(readChapters(text, 600)).toEqual([])
  })
})

test('a time is in the last chapter that has begun', () => {
  expect(chapterAt(chapters, 0)?.title).toBe('The platform')
  expect(chapterAt(chapters, 49.9)?.title).toBe('The platform')
  expect(chapterAt(chapters, 50)?.title).toBe('The viaduct')
  expect(chapterAt(chapters, 1000)?.title).toBe('One minute late')
  expect(chapterAt([], 10)).toBeNull()
})

test('a chapter ends at the next one, and the last one with the episode', () => {
  expect(chapters.map((chapter) => chapterEnd(chapters, chapter, 462))).toEqual([50, 159, 462])
})

test('going on leads to the next chapter, and from the last one nowhere', () => {
  expect(chapterAfter(chapters, 0)?.title).toBe('The viaduct')
  expect(chapterAfter(chapters, 50)?.title).toBe('One minute late')
  expect(chapterAfter(chapters, 200)).toBeNull()
  expect(chapterAfter([], 0)).toBeNull()
})

test('going back leads to the start of the chapter, or of the one before when it has just begun', () => {
  expect(chapterBefore(chapters, 100)?.title).toBe('The viaduct')
  expect(chapterBefore(chapters, 51)?.title).toBe('The platform')
  expect(chapterBefore(chapters, 1)?.title).toBe('The platform')
  expect(chapterBefore([], 100)).toBeNull()
})

test('leave the rest of the description as it is', () => {
  const description =
    'The last train leaves at 19:04.\n\n0:00 The stop\n0:51 - The viaduct\n\nDrawn at a kitchen table.\n9:99 no time'
  expect(withoutChapters(description, readChapters(description, 120))).toBe(
    'The last train leaves at 19:04.\n\nDrawn at a kitchen table.\n9:99 no time',
  )
  expect(withoutChapters('0:10 is when it begins.', [])).toBe('0:10 is when it begins.')
})
