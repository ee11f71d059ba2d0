import { beforeAll, describe, expect, test } from 'vitest'
import { CARD_SIZE, cardPicture, cardScript } from './card-script.ts'
import { type CharacterWidth, cardFontWidths } from './font-metrics.server.ts'

let widthOf: CharacterWidth
beforeAll(async () => {
  widthOf = await cardFontWidths()
})

const wide = cardPicture({ width: 1280, height: 720 })
const eventsOf = (title: string, by = 'Mio', picture = wide) =>
  cardScript({ title, by }, picture, 'Some Face', widthOf)
    .split('\n')
    .filter((line) => line.startsWith('Dialogue:'))
/** The words that are drawn, without drawings and the settings before them. */
const wordsOf = (title: string, by?: string, picture = wide) =>
  eventsOf(title, by, picture)
    .filter((line) => !line.includes('\\p1'))
    .map((line) => line.slice(line.indexOf('}') + 1))

describe('the picture of a card', () => {
  test.each([
    ['a film', 1280, 720, { left: 0, width: 1200 }],
    ['an old film', 640, 480, { left: 0, width: 1200 }],
    ['an upright film', 720, 1280, { left: 846, width: 354 }],
    ['a square', 512, 512, { left: 570, width: 630 }],
    ['a strip', 100, 1280, { left: 884, width: 316 }],
  ])('of %s leaves room for words', (_, width, height, place) => {
    expect(cardPicture({ width, height })).toEqual(place)
  })
})

test('the words of a card are its title and a name', () => {
  expect(wordsOf('Paper boats')).toEqual(['Paper boats', 'Mio'])
  expect(wordsOf('Paper boats', '')).toEqual(['Paper boats'])
  expect(wordsOf('안녕', 'Mio')).toEqual(['Mio'])
})

test('nothing of a text is read as a setting or as a line of the script', () => {
  const words = wordsOf('{\\b1}\\N one\n[Events]\r\nDialogue: 0', '{\\p1}')
  expect(words).toEqual(['｛＼b1｝＼N one [Events]', 'Dialogue: 0', '｛＼p1｝'])
})

test('the longest title stays in the card, in three lines', () => {
  for (const picture of [wide, cardPicture({ width: 720, height: 1280 }), cardPicture({ width: 512, height: 512 })]) {
    for (const title of ['星'.repeat(100), 'W'.repeat(100), 'night '.repeat(16)]) {
      const lines = eventsOf(title, '', picture).filter((line) => !line.includes('\\p1'))
      expect(lines).toHaveLength(3)
      const tops = lines.map((line) => Number(/\\pos\([\d.]+,([\d.]+)\)/.exec(line)?.[1]))
      expect(Math.min(...tops)).toBeGreaterThan(64)
      expect(Math.max(...tops)).toBeLessThan(CARD_SIZE.height - 64)
    }
  }
})
