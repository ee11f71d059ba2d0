import { createJobs, type JobKind } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'

/** A job that is never done, with the longest pause after a failure that jobs have. */
export const endlessJob: JobKind<{ run: number }> = {
  name: 'bench.endless',
  retryLimit: 20,
  retryDelaySeconds: 10,
  expireInSeconds: 3600,
}

/** Says so when an attempt starts. */
export interface Started {
  run: number
}

if (import.meta.main) {
  const jobs = createJobs(process.argv[2] ?? '', createLog('silent'))
  jobs.handle(endlessJob, 1, async ({ run }) => {
    process.send?.({ run } satisfies Started)
    await new Promise(() => {})
  })
  await jobs.start({ work: true })
  process.send?.('ready')
}
