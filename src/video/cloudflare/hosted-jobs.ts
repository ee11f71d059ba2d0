import type { JobKind } from '#platform/jobs.server.ts'

/** Removes a video at the service, patiently: it may be away, or have had enough of us for a while. */
export const eraseHostedJob: JobKind<{ uid: string }> = {
  name: 'video.erase-hosted',
  retryLimit: 20,
  retryDelaySeconds: 10,
  expireInSeconds: 60,
}

/** Each minute: what no webhook told, and uploads that nobody finished. */
export const reconcileJob: JobKind<Record<never, never>> = {
  name: 'video.reconcile',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 300,
}
