import type { Settings } from '#administration/site/settings.server.ts'
import type { Announcement } from '#app/http/current-user.ts'
import { announcementId, closedAnnouncement } from './announcement-cookie.server.ts'

/**
 * The announcement for a visitor; null without one, and once the visitor has closed it.
 * @param cookies the `Cookie` header
 */
export async function loadAnnouncement(
  settings: Pick<Settings, 'announcement'>,
  cookies: string | null,
): Promise<Announcement | null> {
  const text = await settings.announcement()
  const id = announcementId(text)
  return text === '' || closedAnnouncement(cookies) === id ? null : { id, text }
}

/** The announcement that is shown now, if a visitor has closed it; null otherwise. */
export async function closedNow(
  settings: Pick<Settings, 'announcement'>,
  cookies: string | null,
): Promise<string | null> {
  const closed = closedAnnouncement(cookies)
  return closed !== null && closed === announcementId(await settings.announcement()) ? closed : null
}
