import type { JobKind } from '#platform/job-kind.ts'

/** Releases the episodes that wait for nothing but a check, once new episodes are no longer held back. */
export const releaseJob: JobKind<Record<never, never>> = {
  name: 'moderation.release-held',
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 3600,
}
