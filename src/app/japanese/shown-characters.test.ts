import { expect, test } from 'vitest'
import { shownEastAsianCharacters } from './shown-characters.ts'

const shownIn = (page: string) => String.fromCodePoint(...shownEastAsianCharacters(Buffer.from(page)))

test('the characters of the body are found once, in their order', () => {
  expect(shownIn('<head><title>星</title></head><body class="a"><h1>雪の A – ‘é’ 雪</h1>, 𠮟！</body>')).toBe(
    '雪の𠮟！',
  )
})

test.each([
  ['Latin text', '<p>Rain</p>'],
  ['data of scripts', '<script nonce="">"雪"</script>'],
  ['attributes', '<img alt="雪">'],
  ['drawings', '<svg><text>雪</text></svg>'],
  ['what only browsers without scripts show', '<noscript><p>雪</p></noscript>'],
  ['markup that does not end', '<p 雪'],
])('%s has none', (_, body) => {
  expect(shownIn(`<body>${body}`)).toBe('')
})
