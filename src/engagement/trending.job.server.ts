import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Trending } from './trending.server.ts'

/** This job is not retried: the next run is at most five minutes away and sees more. */
const trendingJob: JobKind<Record<never, never>> = {
  name: 'engagement.trending',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 120,
}

/** Updates the trending flags every five minutes, once for all nodes. */
export function scheduleTrending(jobs: Jobs, { refresh }: Trending): void {
  jobs.handle(trendingJob, 1, async () => {
    await refresh()
  })
  jobs.schedule(trendingJob, '*/5 * * * *')
}
