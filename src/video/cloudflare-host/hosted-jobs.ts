import type { JobKind } from '#platform/job-kind.ts'

/** Removes a video at the service, with many retries: the service may be unavailable, or ask for a pause. */
export const eraseHostedJob: JobKind<{ uid: string }> = {
  name: 'video.erase-hosted',
  about: ({ uid }) => ({ kind: 'video', id: uid }),
  retryLimit: 20,
  retryDelaySeconds: 10,
  expireInSeconds: 60,
}

/** Every minute: polls for changes that no webhook reported, and ends abandoned uploads. */
export const reconcileJob: JobKind<Record<never, never>> = {
  name: 'video.reconcile',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 300,
}
