import { beforeAll, describe, expect, test } from 'vitest'
import { type CharacterWidth, cardFontWidths } from './font-metrics.server.ts'
import { shortened, widthIn, wrapTitle, writableIn } from './wrap-title.ts'

let widthOf: CharacterWidth
beforeAll(async () => {
  widthOf = await cardFontWidths()
})

test('the font has widths for letters of Latin and Japanese, and none for emoji and other scripts', () => {
  expect(widthOf('星')).toBe(1)
  expect(widthOf('i')).toBeLessThan(widthOf('W')!)
  expect([widthOf('🌠'), widthOf('안')]).toEqual([null, null])
})

describe('a title', () => {
  test('breaks between words, and no line is wider than the room', () => {
    const lines = wrapTitle('The night the last train did not stop', 8, 9, widthOf)
    expect(lines.join(' ')).toBe('The night the last train did not stop')
    expect(lines.length).toBeGreaterThan(1)
    expect(Math.max(...lines.map((line) => widthIn(line, widthOf)))).toBeLessThanOrEqual(8)
  })

  test('breaks in Japanese where no line begins with punctuation', () => {
    const title = '銀河鉄道の夜、そして彼女が駅で見つけた小さな星の話。（第二話）「さようなら」'
    for (let widthEm = 6; widthEm < 20; widthEm += 1) {
      const lines = wrapTitle(title, widthEm, 20, widthOf)
      expect(lines.join('')).toBe(title)
      expect(lines.filter((line) => /^[、。）」]/u.test(line) || /[（「]$/u.test(line))).toEqual([])
    }
  })

  test('breaks inside a word only where it is longer than a line', () => {
    expect(wrapTitle('a short-form film', 6.5, 9, widthOf)).toEqual(['a', 'short-form', 'film'])
    const long = wrapTitle('W'.repeat(40), 6, 20, widthOf)
    expect(long.length).toBeGreaterThan(4)
    expect(long.join('')).toBe('W'.repeat(40))
  })

  test('ends in an ellipsis, after a whole word, where lines are left over', () => {
    const lines = wrapTitle('The night the last train did not stop at all', 8, 2, widthOf)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^[\w ]+\.\.\.$/)
    expect('The night the last train did not stop at all '.startsWith(`${lines.join(' ').slice(0, -3)} `)).toBe(true)
    const japanese = wrapTitle('星'.repeat(100), 10, 3, widthOf)
    expect(japanese).toHaveLength(3)
    expect(japanese[2]).toMatch(/^星+\.\.\.$/u)
  })

  test('has no emoji, and is left out as a whole where the font lacks a letter', () => {
    expect(writableIn('星 Hoshi 🌠  Episode\n3', widthOf)).toBe('星 Hoshi Episode 3')
    expect(writableIn('안녕 Hoshi', widthOf)).toBe('')
    expect(writableIn('🌠👩‍🎤', widthOf)).toBe('')
  })
})

test('a name that fits stays, and one that does not is cut', () => {
  expect(shortened('Mio', 10, widthOf)).toBe('Mio')
  expect(shortened('W'.repeat(50), 10, widthOf)).toMatch(/^W+\.\.\.$/)
})
