import { describe, expect, it } from 'vitest'
import { normalForm, readCreatorFields } from './profile-fields.ts'

const link = (patreonUrl: string) => readCreatorFields({ patreonUrl }).patreonUrl

describe('normalForm', () => {
  it.each([
    ['Mika', 'mika'],
    ['Mika', 'ＭＩＫＡ'],
    ['Mika Sato', '  mika   SATO '],
    ['Mika\u00a0Sato', 'mika sato'],
    ['Mi\u200bka', 'mika'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['ﬁlm', 'FILM'],
    ['e\u0301lan', 'Élan'],
  ])('maps %j and %j to the same form', (one, other) => {
    expect(normalForm(one)).toBe(normalForm(other))
  })

  it('keeps different names apart', () => {
    expect(normalForm('mika')).not.toBe(normalForm('mika2'))
    expect(normalForm('星')).not.toBe(normalForm('里'))
  })
})

describe('readCreatorFields', () => {
  it('reads absent fields as empty', () => {
    expect(readCreatorFields({})).toEqual({ username: '', bio: '', patreonUrl: '' })
  })

  it('trims fields and keeps the rest of their text', () => {
    expect(readCreatorFields({ username: ' Mika ', bio: 'One\r\nTwo ', patreonUrl: ' ' })).toEqual({
      username: 'Mika',
      bio: 'One\nTwo',
      patreonUrl: '',
    })
  })

  it.each(['x'.repeat(41), 'a\u0000b', 'a\nb', '\ud800'])('refuses the username %.12j', (username) => {
    expect(() => readCreatorFields({ username })).toThrow(
      expect.objectContaining({ code: 'creators.username_invalid', details: { field: 'username' } }),
    )
  })

  it.each([
    ['a zero width space', 'Mi\u200bka'],
    ['nothing but zero width spaces', '\u200b\u200b'],
    ['nothing but a mark', '\u0301'],
    ['a joiner between Latin letters', 'Mi\u200dka'],
    ['a non-joiner between Latin letters', 'Mi\u200cka'],
    ['a non-joiner at the end of an Arabic name', 'علی\u200c'],
    ['a soft hyphen', 'Mi\u00adka'],
    ['a byte order mark within', 'Mi\ufeffka'],
    ['a mark that changes the writing direction', 'evil\u202egnp'],
    ['a Hangul filler', '\u3164'],
    ['an empty Braille cell', 'Mika\u2800'],
    ['a variation selector after a Latin letter', 'Mika\ufe0f'],
    ['a tag', 'Mika\u{e0041}'],
    ['a grapheme joiner', 'Mi\u034fka'],
  ])('refuses a username with %s', (_, username) => {
    expect(() => readCreatorFields({ username })).toThrow(
      expect.objectContaining({ code: 'creators.username_invisible', details: { field: 'username' } }),
    )
  })

  it.each([
    ['a letter with 39 marks', `a${'\u0301'.repeat(39)}`],
    ['stacked marks of several kinds', 'M\u0301\u0316\u0334\u0347\u0348ika'],
    ['stacked marks of a script', `ส${'\u0e47'.repeat(7)}`],
  ])('refuses a username with %s', (_, username) => {
    expect(() => readCreatorFields({ username })).toThrow(
      expect.objectContaining({ code: 'creators.username_stacked_marks', details: { field: 'username' } }),
    )
  })

  it.each([
    'Élodie Müller',
    'Łukasz Żółć',
    'Nguyễn Thị Ạnh',
    'Ọlá́ Adébáyọ̀',
    'Мика Сатō',
    'Ёлка Йод',
    'Ελένη',
    '星野　ミカ',
    'がぎぐげご・パピプペポ',
    '葛\u{e0100}城',
    '김미카',
    'محمد علي',
    'علی\u200cرضا',
    'שָׁלוֹם',
    'क्\u200dषमा',
    'ไทยแลนด์',
    '👩\u200d🎨 Mika ❤\ufe0f',
    'O’Brien-Smith Jr.',
  ])('accepts %s unchanged', (username) => {
    expect(readCreatorFields({ username }).username).toBe(username.normalize('NFC'))
  })

  it('counts code points', () => {
    expect(readCreatorFields({ username: '🌟'.repeat(40) }).username).toBe('🌟'.repeat(40))
    expect(() => readCreatorFields({ bio: 'x'.repeat(1001) })).toThrow('creators.bio_invalid')
  })

  it('accepts web addresses as support links', () => {
    expect(link('https://www.patreon.com/mika')).toBe('https://www.patreon.com/mika')
    expect(link('HTTP://Patreon.com')).toBe('http://patreon.com/')
    expect(link('https://例え.jp/支援')).toMatch(/^https:\/\/xn--/)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ftp://example.org',
    '//example.org',
    'patreon.com/mika',
    'https:example.org',
    'https:\\\\example.org',
    'https://user:secret@example.org',
    'https://user@example.org',
    'https://',
    'https://exa mple.org',
    `https://example.org/${'x'.repeat(500)}`,
    `https://example.org/${'星'.repeat(200)}`,
  ])('refuses %.40j as a support link', (patreonUrl) => {
    expect(() => link(patreonUrl)).toThrow(
      expect.objectContaining({ code: 'creators.support_link_invalid', details: { field: 'patreonUrl' } }),
    )
  })
})
