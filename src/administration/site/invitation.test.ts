import { expect, test } from 'vitest'
import { type NewInvitation, readInvitation, USES_MAX } from './invitation.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const codeOf = (input: NewInvitation) => {
  try {
    readInvitation(input, now)
    return null
  } catch (thrown) {
    return (thrown as { code: string }).code
  }
}

test('an invitation is for one person or more, until a time to come or without one', () => {
  const expiresAt = new Date('2026-03-02T12:00:00.000Z')
  expect(readInvitation({ uses: 3, expiresAt }, now)).toEqual({ uses: 3, expiresAt })
  expect(readInvitation({ uses: USES_MAX }, now)).toEqual({ uses: USES_MAX, expiresAt: null })
})

test.each([0, -1, 1.5, USES_MAX + 1, Number.NaN])('%d uses are refused', (uses) => {
  expect(codeOf({ uses })).toBe('moderation.uses_invalid')
})

test('a time that is past is refused, and one that is none', () => {
  for (const expiresAt of [now, new Date(Number.NaN)])
    expect(codeOf({ uses: 1, expiresAt })).toBe('moderation.expires_at_invalid')
})
