import type { Jobs } from '#platform/jobs.server.ts'

/** A queue that drops every job, for tests of other parts. */
export const noopJobs: Jobs = {
  enqueue: async () => {},
  enqueueFairly: async () => {},
  cancel: async () => {},
  waiting: async () => [],
  isAnyDue: async () => false,
  handle: () => {},
  schedule: () => {},
  start: async () => {},
  stop: async () => {},
}
