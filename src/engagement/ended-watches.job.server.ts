import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { EndedWatches } from './ended-watches.server.ts'

/** This job is not retried: the next run is at most fifteen minutes away and sees more. */
const endedWatchesJob: JobKind<Record<never, never>> = {
  name: 'engagement.ended-watches',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 300,
}

/** Updates every fifteen minutes how often episodes were watched to the end, once for all nodes. */
export function scheduleEndedWatches(jobs: Jobs, { refresh }: EndedWatches): void {
  jobs.handle(endedWatchesJob, 1, async () => {
    await refresh()
  })
  jobs.schedule(endedWatchesJob, '*/15 * * * *')
}
