import type { Jobs } from '#platform/jobs.server.ts'

/** A queue that forgets what it is given, for tests of what surrounds it. */
export const idleJobs: Jobs = {
  enqueue: async () => {},
  enqueueInTurn: async () => {},
  cancel: async () => {},
  waiting: async () => [],
  isAnyDue: async () => false,
  handle: () => {},
  schedule: () => {},
  start: async () => {},
  stop: async () => {},
}
