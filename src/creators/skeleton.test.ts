import { describe, expect, it } from 'vitest'
import { isReserved, skeletonsOf } from './skeleton.server.ts'

const looksLike = (one: string, other: string) => skeletonsOf(one).some((each) => skeletonsOf(other).includes(each))

describe('two usernames look alike', () => {
  it.each([
    ['Mika Sato', 'Мікa Sato', 'Cyrillic capitals and an і'],
    ['Mika Sato', 'Mіkа Sаtо', 'Cyrillic small letters'],
    ['mika', 'МІКА', 'Cyrillic capitals alone'],
    ['Mika', 'ΜΙΚΑ', 'Greek capitals'],
    ['Paul', 'PauI', 'a capital I for an l'],
    ['MIKA', 'M1KA', 'a one for an I'],
    ['Studio 10', 'Studio lO', 'letters for digits'],
    ['Mika', 'Mi\u0307ka', 'a second dot on the i'],
    ['Mika', 'M\u0332i\u0332k\u0332a\u0332', 'lines under the letters'],
    ['Mika', 'M\u0334\u0316\u0351ika', 'stacked marks'],
    ['Mika', 'Mi\u200bka', 'an invisible character'],
    ['Mika', '𝓜𝓲𝓴𝓪', 'mathematical letters'],
    ['Ōkami', 'Ōkami\u0335', 'a mark after an accent'],
    ['Сара', 'Capa', 'Latin for Cyrillic letters'],
    ['ロボ', '口ボ', 'a Han mouth for a ro'],
    ['José', 'Jоsé', 'a Cyrillic о beside an accent'],
  ])('%s and %s: %s', (one, other) => {
    expect(looksLike(one, other)).toBe(true)
  })
})

describe('two usernames look different', () => {
  it.each([
    ['José', 'Jose'],
    ['Müller', 'Muller'],
    ['Ōkami', 'Okami'],
    ['かき', 'がき'],
    ['Андрей', 'Андреи'],
    ['Мика', 'Mika'],
    ['Mika', 'Mike'],
    ['Ivan', 'Inan'],
    ['Studio 1', 'Studio 2'],
    ['محمد', 'محمود'],
    ['미카', '미가'],
    ['星', '里'],
  ])('%s and %s', (one, other) => {
    expect(looksLike(one, other)).toBe(false)
  })
})

describe('reserved', () => {
  it.each([
    'admin',
    'Admin',
    'ADMINISTRATOR',
    'hoshi',
    'Hoshi',
    'Support',
    'Hoshi Support',
    'the.hoshi_team',
    'Official Hoshi',
    'a d m i n',
    'admin1',
    'Support 24',
    'аdmіn',
    'АDМІN',
    'Adm1n',
    'hоshі',
    'HОSHI',
    'HOSHl',
    'Hóshi',
    'h\u0332o\u0332shi',
    'ｈｏｓｈｉ',
    '𝐚𝐝𝐦𝐢𝐧',
    'suppоrt',
    'adrnin',
    'Unnamed creator',
  ])('is %s', (username) => {
    expect(isReserved(username)).toBe(true)
  })

  it.each([
    '',
    'Hoshino',
    'Hoshi Studio',
    'Mika Hoshi',
    'Admiral',
    'Rooted',
    'Team Mika',
    'Helpful Fox',
    'The Help',
    'Systema',
    '星',
    'ほし',
    'Светлана',
    'Ολυμπία',
    '🌟',
    '2026',
    'モデレーター',
  ])('is not %j', (username) => {
    expect(isReserved(username)).toBe(false)
  })

  it('is decided quickly even for the longest, most repetitive names', () => {
    expect(isReserved(`${'helpdesk'.repeat(4)}sup℠`)).toBe(false)
    expect(isReserved('ﷺ'.repeat(40))).toBe(false)
  })
})
