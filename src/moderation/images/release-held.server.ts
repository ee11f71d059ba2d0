import { releaseJob } from '#administration/site/release-job.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { ReadMode } from './holding.ts'

export interface ReleaseHeldParts {
  db: Db
  jobs: Pick<Jobs, 'handle'>
  catalog: Pick<Catalog, 'moderation'>
  readMode: ReadMode
}

const BATCH = 100

/** Each episode in a transaction of its own, which sees whether episodes are held back again by then. */
export function handleRelease({ db, jobs, catalog, readMode }: ReleaseHeldParts): void {
  jobs.handle(releaseJob, 1, async () => {
    for (let after = ''; ; ) {
      const ids = await catalog.moderation.waitingForCheck(after, BATCH)
      for (const id of ids)
        await transact(db, async (trx) => {
          const episode = await catalog.moderation.lock(trx, id)
          if (episode?.hold !== 'check' || (await readMode(trx)) !== 'flag') return
          await catalog.moderation.change(trx, id, { hold: null })
        })
      const last = ids.at(-1)
      if (last === undefined || ids.length < BATCH) return
      after = last
    }
  })
}
