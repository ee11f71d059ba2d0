import { expect, test } from 'vitest'
import { announcementId, closedAnnouncement, closingCookie, cookieHeaderOf } from './announcement-cookie.server.ts'

test('an announcement is known by its text', () => {
  expect(announcementId('Soon')).toBe(announcementId('Soon'))
  expect(announcementId('Soon')).not.toBe(announcementId('Later'))
})

test('the cookie names the one that was closed', () => {
  const id = announcementId('Soon')
  expect(closingCookie(id, false)).toBe(`hoshi_announcement=${id}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`)
  expect(closingCookie(id, true)).toMatch(/; Secure$/)
  expect(closedAnnouncement(cookieHeaderOf(id))).toBe(id)
  expect(closedAnnouncement(`a=b; hoshi_announcement=${id}; c=d`)).toBe(id)
})

test('what is no id of an announcement is none', () => {
  const id = announcementId('Soon')
  for (const cookies of [null, undefined, '', 'a=b', 'hoshi_announcement=', 'hoshi_announcement=a b', `x_${id}=${id}`])
    expect(closedAnnouncement(cookies)).toBeNull()
  for (const wrong of ['', 'x', `${id}x`, 'a; Domain=b.example']) expect(closingCookie(wrong, false)).toBeNull()
})
