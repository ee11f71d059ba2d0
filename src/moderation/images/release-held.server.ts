import type { Catalog } from '#catalog/catalog.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { releaseJob } from '../site/release-job.ts'
import type { ReadMode } from './holding.ts'

export interface ReleaseHeldParts {
  jobs: Pick<Jobs, 'handle'>
  catalog: Pick<Catalog, 'waitingForCheck' | 'moderateEpisode'>
  readMode: ReadMode
}

const BATCH = 100

/** Each episode in a transaction of its own, which sees whether episodes are held back again by then. */
export function handleRelease({ jobs, catalog, readMode }: ReleaseHeldParts): void {
  jobs.handle(releaseJob, 1, async () => {
    for (let after = ''; ; ) {
      const ids = await catalog.waitingForCheck(after, BATCH)
      for (const id of ids)
        await catalog.moderateEpisode(id, async (trx, episode) =>
          episode?.hold === 'check' && (await readMode(trx)) === 'flag' ? { hold: null } : {},
        )
      const last = ids.at(-1)
      if (last === undefined || ids.length < BATCH) return
      after = last
    }
  })
}
