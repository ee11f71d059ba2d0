import { describe, expect, test } from 'vitest'
import { groupLines, type Line, markWords } from './group-lines.ts'

const line = (language: string, from: number, to: number, text: string): Line => ({
  subtitleId: language,
  language,
  from,
  to,
  text,
})
const grouped = (lines: Line[], language: string) =>
  groupLines(lines, language).map((group) => `${group.from} ${group.lines.map(({ text }) => text).join(' / ')}`)

describe('lines in several languages', () => {
  test('stand under the line of the reader that is shown with them longest', () => {
    const lines = [
      line('en', 1, 3, 'One'),
      line('ja', 1.1, 3.2, '一'),
      line('en', 3, 5, 'Two'),
      line('ja', 3.2, 5, '二'),
    ]
    expect(grouped(lines, 'en')).toEqual(['1 One / 一', '3 Two / 二'])
    expect(grouped(lines, 'ja')).toEqual(['1.1 一 / One', '3.2 二 / Two'])
  })

  test('stand alone where nothing is said in the language of the reader', () => {
    const lines = [line('ja', 0, 1, '零'), line('en', 1, 2, 'One'), line('ja', 5, 6, '五')]
    expect(grouped(lines, 'en')).toEqual(['0 零', '1 One', '5 五'])
    expect(grouped(lines, 'fr')).toEqual(['0 零', '1 One', '5 五'])
  })

  test('may be two under one', () => {
    const lines = [line('en', 1, 5, 'Long'), line('ja', 1, 3, '一'), line('fr', 1, 2, 'un'), line('ja', 3, 5, '二')]
    expect(grouped(lines, 'en')).toEqual(['1 Long / 一 / un / 二'])
  })
})

describe('words that were looked for', () => {
  const marked = (text: string, search: string) =>
    markWords(text, search)
      .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
      .join('')

  test('are marked whatever their case, also within words', () => {
    expect(marked('It WAITED. Wait!', 'wait')).toBe('It [WAIT]ED. [Wait]!')
    expect(marked('さいごのは、まつって', 'まつ さい')).toBe('[さい]ごのは、[まつ]って')
  })

  test('are marked as they are written, however they were typed', () => {
    expect(marked('ﾎﾞｸのガンダム', 'ぼく ｶﾞﾝ')).toBe('[ﾎﾞｸ]の[ガン]ダム')
    expect(marked('Un déjà-vu', 'DEJA')).toBe('Un [déjà]-vu')
  })

  test('may have any signs', () => {
    expect(marked('1 + 1 (one)', '+ (one)')).toBe('1 [+] 1 [(one)]')
    expect(marked('a.b', '.')).toBe('a[.]b')
    expect(marked('nothing', '  ')).toBe('nothing')
  })
})
