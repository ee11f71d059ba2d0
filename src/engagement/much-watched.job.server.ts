import type { JobKind, Jobs } from '#platform/jobs.server.ts'
import { type MuchWatchedParts, wantMuchWatchedInAv1 } from './much-watched.server.ts'

/** Not tried again: the next one is at most ten minutes away and sees more. */
export const muchWatchedJob: JobKind<Record<never, never>> = {
  name: 'engagement.much-watched',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 120,
}

/**
 * Looks every ten minutes for what is watched much, once for all nodes.
 * @param isOn false: the clock is not set; where it was set before, it goes on, and nothing is looked for
 */
export function scheduleMuchWatched(jobs: Jobs, parts: MuchWatchedParts, isOn: boolean): void {
  jobs.handle(muchWatchedJob, 1, async () => {
    if (isOn) await wantMuchWatchedInAv1(parts)
  })
  if (isOn) jobs.schedule(muchWatchedJob, '*/10 * * * *')
}
