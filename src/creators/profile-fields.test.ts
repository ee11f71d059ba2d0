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
  ])('makes %j and %j the same', (one, other) => {
    expect(normalForm(one)).toBe(normalForm(other))
  })

  it('keeps different names apart', () => {
    expect(normalForm('mika')).not.toBe(normalForm('mika2'))
    expect(normalForm('星')).not.toBe(normalForm('里'))
  })
})

describe('readCreatorFields', () => {
  it('takes nothing as three empty fields', () => {
    expect(readCreatorFields({})).toEqual({ username: '', bio: '', patreonUrl: '' })
  })

  it('trims and keeps what was written', () => {
    expect(readCreatorFields({ username: ' Mika ', bio: 'One\r\nTwo ', patreonUrl: ' ' })).toEqual({
      username: 'Mika',
      bio: 'One\nTwo',
      patreonUrl: '',
    })
  })

  it.each(['x'.repeat(41), 'a\u0000b', 'a\nb', '\ud800', '\u200b\u200b', 'evil\u202egnp'])(
    'refuses the username %.12j',
    (username) => {
      expect(() => readCreatorFields({ username })).toThrow(
        expect.objectContaining({ code: 'creators.username_invalid', details: { field: 'username' } }),
      )
    },
  )

  it('counts code points', () => {
    expect(readCreatorFields({ username: '🌟'.repeat(40) }).username).toBe('🌟'.repeat(40))
    expect(() => readCreatorFields({ bio: 'x'.repeat(1001) })).toThrow('creators.bio_invalid')
  })

  it('takes web addresses for support', () => {
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
  ])('refuses %.40j for support', (patreonUrl) => {
    expect(() => link(patreonUrl)).toThrow(
      expect.objectContaining({ code: 'creators.support_link_invalid', details: { field: 'patreonUrl' } }),
    )
  })
})
