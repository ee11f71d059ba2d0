import { expect, test } from 'vitest'
import { invitationChange, invitationState, settingsChange } from './site.ts'

test('a change of settings names each setting, and its values in words', () => {
  expect(settingsChange({ signUp: 'open' }, { signUp: 'invite' })).toBe('Sign-up: Open → Invitation only')
  expect(settingsChange({ announcement: '', moderation: 'flag' }, { announcement: 'Soon', moderation: 'hold' })).toBe(
    'Announcement: none → “Soon”, New episodes: Publish, then check → Check, then publish',
  )
})

test('an invitation says for how many and until when', () => {
  expect(invitationChange({ uses: 1, expiresAt: null })).toBe('For one person')
  expect(invitationChange({ uses: 1000, expiresAt: '2036-04-01T00:00:00.000Z' })).toBe(
    'For 1,000 people, until Apr 1, 2036',
  )
  expect(invitationChange({})).toBe('')
})

test('the state of an invitation is what is left, unless it is over', () => {
  const now = new Date('2026-03-01T12:00:00.000Z')
  const invitation = { uses: 20, usesLeft: 18, expiresAt: null }
  expect(invitationState(invitation, now)).toBe('18 of 20 left')
  expect(invitationState({ ...invitation, expiresAt: now }, now)).toBe('Expired')
  expect(invitationState({ ...invitation, usesLeft: 0, expiresAt: now }, now)).toBe('Used up')
})
