import type { Community } from '#community/community.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Exports } from '#identity/exports.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { JobKind, Jobs } from '#platform/jobs.server.ts'
import type { Mailer } from '#platform/mailer.server.ts'
import type { RateLimits } from '#platform/rate-limits.server.ts'

const cleanupJob: JobKind<Record<never, never>> = {
  name: 'server.sweep',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
}

/** Schedules the periodic cleanup of expired data. */
export function scheduleCleanup(
  jobs: Jobs,
  parts: {
    rateLimits: RateLimits
    identity: Identity
    exports: Exports
    engagement: Pick<Engagement, 'cleanUp'>
    community: Pick<Community, 'cleanUp'>
    mailer: Mailer
  },
): void {
  jobs.handle(cleanupJob, 1, async () => {
    await parts.rateLimits.cleanUp()
    await parts.identity.cleanUp()
    await parts.exports.cleanUp()
    await parts.engagement.cleanUp()
    await parts.community.cleanUp()
    await parts.mailer.cleanUp?.()
  })
  jobs.schedule(cleanupJob, '*/10 * * * *')
}
