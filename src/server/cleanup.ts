import type { Community } from '#community/community.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Exports } from '#identity/exports.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Imports } from '#identity/imports.server.ts'
import type { Moderation } from '#moderation/moderation.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Mailer } from '#platform/mailer.server.ts'
import type { RateLimits } from '#platform/rate-limits.server.ts'

const cleanupJob: JobKind<Record<never, never>> = {
  name: 'server.sweep',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 600,
}

/** Schedules the periodic cleanup of expired data. A step that fails is logged, and the others go on. */
export function scheduleCleanup(
  jobs: Jobs,
  parts: {
    rateLimits: RateLimits
    identity: Identity
    exports: Exports
    imports: Pick<Imports, 'cleanUp'>
    engagement: Pick<Engagement, 'cleanUp'>
    community: Pick<Community, 'cleanUp'>
    moderation: Pick<Moderation, 'cleanUp'>
    mailer: Mailer
    log: Pick<Log, 'error'>
  },
): void {
  jobs.handle(cleanupJob, 1, async () => {
    const { rateLimits, identity, exports, imports, engagement, community, moderation, mailer, log } = parts
    const rooms = { rateLimits, identity, exports, imports, engagement, community, moderation, mailer }
    for (const [name, room] of Object.entries(rooms))
      await room.cleanUp?.().catch((error) => log.error({ err: error, part: name }, 'cleanup: a step failed'))
  })
  jobs.schedule(cleanupJob, '*/10 * * * *')
}
