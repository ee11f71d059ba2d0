import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkNewPassword, isImpossiblePassword, readEmail, readNewAccount } from './credentials.ts'

const shapes = [
  'a@b.co',
  'first.last@example.org',
  "o'neil+hoshi_2@sub.example.co.jp",
  'a@b',
  '@b.co',
  'a@',
  'a b@c.de',
  'a..b@c.de',
  '.a@c.de',
  'a.@c.de',
  'a@-b.co',
  'a@b..co',
  'a@b.c',
  'a@b.co\n',
  'a@b.co,c@d.co',
  '星@example.org',
  'a@例え.jp',
  'a"b@c.de',
  '<a@c.de>',
]

describe('readEmail', () => {
  it.each(shapes)('accepts %j exactly when the sign-in route does', (shape) => {
    expect(readEmail(shape) !== null).toBe(z.email().safeParse(shape.trim().toLowerCase()).success)
  })

  it('trims and lower-cases: one address is one account', () => {
    expect(readEmail('  Mika@Example.ORG ')).toBe('mika@example.org')
  })

  it.each(['mika\u0000@example.org', 'mika@exam\u0007ple.org', 'mi\nka@example.org'])(
    'refuses control characters in %j',
    (raw) => {
      expect(readEmail(raw)).toBeNull()
    },
  )

  it('accepts at most 254 characters', () => {
    const domain = '@example.org'
    expect(readEmail('a'.repeat(254 - domain.length) + domain)).not.toBeNull()
    expect(readEmail('a'.repeat(255 - domain.length) + domain)).toBeNull()
    expect(readEmail('a'.repeat(1_000_000))).toBeNull()
  })
})

describe('checkNewPassword', () => {
  it.each([
    ['', 'identity.password_required'],
    ['1234567', 'identity.password_too_short'],
    ['星'.repeat(7), 'identity.password_too_short'],
    ['🌟'.repeat(4), 'identity.password_too_short'],
    ['a'.repeat(129), 'identity.password_too_long'],
    ['🌟'.repeat(129), 'identity.password_too_long'],
    ['a'.repeat(1_000_000), 'identity.password_too_long'],
  ])('refuses %.12j', (password, code) => {
    expect(() => checkNewPassword(password, 'password')).toThrow(
      expect.objectContaining({ code, details: { field: 'password' } }),
    )
  })

  it.each(['12345678', '        ', '🌟'.repeat(8), '🌟'.repeat(128), 'a'.repeat(128)])('accepts %.12j', (password) => {
    expect(() => checkNewPassword(password, 'password')).not.toThrow()
    expect(isImpossiblePassword(password)).toBe(false)
  })
})

describe('readNewAccount', () => {
  const good = { email: 'Mika@example.org', password: 'a good password', role: 'viewer' as const }

  it('returns what is stored', () => {
    expect(readNewAccount(good)).toEqual({ ...good, email: 'mika@example.org' })
  })

  it.each(['admin', 'Creator', '', 'toString'])('refuses the role %j from outside', (role) => {
    expect(() => readNewAccount({ ...good, role: role as 'viewer' })).toThrow(
      expect.objectContaining({ code: 'identity.role_unknown' }),
    )
  })

  it('reports the email before the password', () => {
    expect(() => readNewAccount({ email: 'x', password: '', role: 'viewer' })).toThrow(
      expect.objectContaining({ code: 'identity.email_invalid', details: { field: 'email' } }),
    )
  })
})
