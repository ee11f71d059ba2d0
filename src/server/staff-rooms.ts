import { createAdministration } from '#administration/administration.server.ts'
import type { Site } from '#administration/site/site.server.ts'
import { automaticMark } from '#app/messages/image-checks.ts'
import { appealMail, decisionMail, reportMail } from '#app/messages/mails.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Avatars } from '#creators/avatars.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import { createImageChecks } from '#moderation/images/image-checks.server.ts'
import type { ImageModeration } from '#moderation/images/image-moderation.ts'
import { createModeration } from '#moderation/moderation.server.ts'
import type { BackupRuns } from '#platform/backup-runs.server.ts'
import type { IntegrityChecks } from '#platform/integrity-checks.server.ts'
import type { Nodes } from '#platform/nodes.server.ts'
import type { ProofOfWork } from '#platform/proof-of-work.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import { encodeJpeg } from '#video/media/stills/encode-image.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import type { Config } from './config.ts'
import type { Platform } from './open-platform.ts'
import { imageDirOf } from './people.ts'
import { createVersions } from './versions.ts'

/** The rooms below, and the parts of the platform that only these rooms read. */
interface StaffRoomsParts extends Platform {
  identity: Identity
  creators: Creators
  avatars: Avatars
  video: VideoHost
  catalog: Catalog
  subtitles: Subtitles
  engagement: Engagement
  site: Site
  nodes: Nodes
  backups: BackupRuns
  integrityChecks: IntegrityChecks
  imageModeration: ImageModeration
  proofOfWork: ProofOfWork
  emit: Emit
  secret: string
  /** Version of this Hoshi. */
  version: string
  /** How long a moderator can take a decision back; replaced by tests. */
  undoSeconds: number | undefined
}

/** The rooms of the people who look after the site. */
export function createStaffRooms(config: Config, parts: StaffRoomsParts) {
  const { db, storage, disk, site, version, undoSeconds } = parts
  const administration = createAdministration({
    ...parts,
    versions: createVersions(db, version),
    hasVideosOnDisk: storage === disk,
    openReports: () => moderation.reports.countOpen(),
  })
  const moderation = createModeration({
    ...parts,
    audit: administration.audit,
    urgentFrom: config.reportsUrgentFrom,
    publicUrl: config.publicUrl,
    mails: { decisionMail, appealMail, reportMail },
    ...(undoSeconds === undefined ? {} : { undoSeconds }),
  })
  const imageDir = imageDirOf(config)
  const imageChecks = createImageChecks({
    ...parts,
    readMode: site.moderationMode,
    encodeJpeg: (image) => encodeJpeg(imageDir, image),
    thresholds: config.imageThresholds,
    markReason: automaticMark,
  })
  return { administration, moderation, imageChecks }
}
