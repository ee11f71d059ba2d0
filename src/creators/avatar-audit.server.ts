import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { createPictureAudit } from '#platform/picture-audit.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { cleanupJob } from './avatars.server.ts'
import { avatarColumn } from './creator-rows.server.ts'

/** Compares profiles with the images below `avatars`; safe while both change. */
export function createAvatarAudit(parts: { db: Db; storage: ObjectStorage; clock: Clock }) {
  const labels = { plural: 'profile pictures', instead: 'shows the first letter' }
  return createPictureAudit({ ...parts, folder: 'avatars', column: avatarColumn, cleanupJob, labels })
}
