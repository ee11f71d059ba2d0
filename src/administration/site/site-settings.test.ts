import { expect, test } from 'vitest'
import { ANNOUNCEMENT_MAX_CHARACTERS, changedSettings, readAnnouncement, type SiteSettings } from './site-settings.ts'

test('an announcement is one line of at most 300 characters, counted as people count them', () => {
  expect(readAnnouncement('  We move tonight,\r\n from 9 to 10. ')).toBe('We move tonight, from 9 to 10.')
  expect(readAnnouncement(' \n ')).toBe('')
  expect([...readAnnouncement('😀'.repeat(ANNOUNCEMENT_MAX_CHARACTERS))]).toHaveLength(ANNOUNCEMENT_MAX_CHARACTERS)
  const refused = expect.objectContaining({ code: 'moderation.announcement_invalid' })
  expect(() => readAnnouncement('a'.repeat(ANNOUNCEMENT_MAX_CHARACTERS + 1))).toThrow(refused)
  expect(() => readAnnouncement('a\u0000b')).toThrow(refused)
})

test('a change has what differs, and nothing else', () => {
  const present: SiteSettings = { announcement: '', signUp: 'open', moderation: 'flag', commentPolicy: 'open' }
  expect(changedSettings(present, {})).toEqual({})
  expect(changedSettings(present, { signUp: 'open', commentPolicy: undefined })).toEqual({})
  expect(changedSettings(present, { ...present, signUp: 'closed' })).toEqual({ signUp: 'closed' })
  expect(changedSettings({ ...present, announcement: 'Soon' }, { announcement: '' })).toEqual({ announcement: '' })
})
