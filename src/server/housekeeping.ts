import type { Engagement } from '#engagement/engagement.server.ts'
import type { Exports } from '#identity/exports.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { JobKind, Jobs } from '#platform/jobs.server.ts'
import type { Mailer } from '#platform/mailer.server.ts'
import type { RateLimits } from '#platform/rate-limits.server.ts'

const sweepJob: JobKind<Record<never, never>> = {
  name: 'server.sweep',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
}

/** Upkeep that is due now and then: what has ended is dropped. */
export function scheduleHousekeeping(
  jobs: Jobs,
  parts: {
    rateLimits: RateLimits
    identity: Identity
    exports: Exports
    engagement: Pick<Engagement, 'sweep'>
    mailer: Mailer
  },
): void {
  jobs.handle(sweepJob, 1, async () => {
    await parts.rateLimits.sweep()
    await parts.identity.sweep()
    await parts.exports.sweep()
    await parts.engagement.sweep()
    await parts.mailer.sweep?.()
  })
  jobs.schedule(sweepJob, '*/10 * * * *')
}
