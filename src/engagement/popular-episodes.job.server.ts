import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { type PopularEpisodesParts, requestAv1ForPopularEpisodes } from './popular-episodes.server.ts'

/** This job is not retried: the next run is at most ten minutes away and sees more. */
export const popularEpisodesJob: JobKind<Record<never, never>> = {
  name: 'engagement.much-watched',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 120,
}

/**
 * Checks every ten minutes for popular episodes, once for all nodes.
 * @param isEnabled false: no schedule is set; an existing one stays, and its runs do nothing
 */
export function schedulePopularEpisodes(jobs: Jobs, parts: PopularEpisodesParts, isEnabled: boolean): void {
  jobs.handle(popularEpisodesJob, 1, async () => {
    if (isEnabled) await requestAv1ForPopularEpisodes(parts)
  })
  if (isEnabled) jobs.schedule(popularEpisodesJob, '*/10 * * * *')
}
