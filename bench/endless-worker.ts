import type { JobKind } from '#platform/job-kind.ts'
import { createJobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'

/** A job that never finishes, with the longest retry delay of all jobs. */
export const endlessJob: JobKind<{ run: number }> = {
  name: 'bench.endless',
  retryLimit: 20,
  retryDelaySeconds: 10,
  expireInSeconds: 3600,
}

/** Message sent when an attempt starts. */
export interface StartedMessage {
  run: number
}

if (import.meta.main) {
  const jobs = createJobs(process.argv[2] ?? '', createLog('silent'))
  jobs.handle(endlessJob, 1, async ({ run }) => {
    process.send?.({ run } satisfies StartedMessage)
    await new Promise(() => {})
  })
  await jobs.start({ work: true })
  process.send?.('ready')
}
