import type { Jobs } from '#platform/jobs.server.ts'

/** A queue that drops every job, for tests of other parts. */
export const noopJobs: Jobs = {
  enqueue: async () => {},
  enqueueFairly: async () => {},
  cancel: async () => {},
  waiting: async () => [],
  isAnyDue: async () => false,
  counts: async () => ({ running: 0, waiting: 0, failed: 0 }),
  queues: async () => [],
  running: async () => [],
  failed: async () => [],
  failedSince: async () => [],
  find: async () => null,
  retry: async () => false,
  dismiss: async () => false,
  handle: () => {},
  schedule: () => {},
  start: async () => {},
  stop: async () => {},
}
