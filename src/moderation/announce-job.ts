import type { JobKind } from '#platform/job-kind.ts'

/** Tells the people concerned, once a decision can no longer be taken back. */
export const announceJob: JobKind<{ id: string }> = {
  name: 'moderation.announce',
  about: ({ id }) => ({ kind: 'decision', id }),
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

/** Tells a person the answer to their appeal. */
export const announceAppealJob: JobKind<{ id: string }> = {
  name: 'moderation.announce-appeal',
  about: ({ id }) => ({ kind: 'appeal', id }),
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}
