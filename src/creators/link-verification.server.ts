import { createHash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { FetchPublicPage } from '#platform/public-page.server.ts'
import { removeLimits, takeAll } from '#platform/rate-limits.server.ts'
import { transact } from '#platform/transact.server.ts'
import { linksBack } from './link-back.ts'
import { hasSupportLink, storeVerification, supportLinksOf } from './support-link-rows.server.ts'

/** Looks for a link back to the profile on the pages that its support links lead to. */
const verifyLinksJob: JobKind<{ uid: string }> = {
  name: 'creators.verify-links',
  about: ({ uid }) => ({ kind: 'account', id: uid }),
  retryLimit: 2,
  retryDelaySeconds: 30,
  expireInSeconds: 60,
}

/** Pages fetched for one creator, so that nobody can be troubled by saving a profile again and again. */
const FETCHES_PER_HOUR = { count: 30, windowSeconds: 3600 }

export interface LinkVerification {
  /** Stores the job in the transaction that saves the links. */
  enqueue(trx: Trx, uid: string): Promise<void>
  /** Removes the key of this person from the rate limits. */
  removeLimitsOf(trx: Trx, uid: string): Promise<void>
}

export interface LinkVerificationParts {
  db: Db
  clock: Clock
  jobs: Jobs
  publicUrl: string
  fetchPage: FetchPublicPage
}

function limitKey(uid: string): string {
  return `support-pages:${createHash('sha256').update(uid).digest('hex').slice(0, 32)}`
}

/** Verifies support links by `rel="me"`. @see docs/product.md#support-links */
export function createLinkVerification(parts: LinkVerificationParts): LinkVerification {
  const { db, clock, jobs, publicUrl, fetchPage } = parts

  /** Takes a slot for a page, unless the link has gone since, perhaps with its account: its limits went with it. */
  async function mayFetch(uid: string, url: string): Promise<boolean> {
    return await transact(
      db,
      async (trx) => {
        if (!(await hasSupportLink(trx, uid, url))) return false
        const [fullKey] = await takeAll(trx, [[{ key: limitKey(uid), ...FETCHES_PER_HOUR }]])
        return !fullKey
      },
      { isolationLevel: 'read committed' },
    )
  }

  jobs.handle(verifyLinksJob, 2, async ({ uid }) => {
    for (const { url } of await supportLinksOf(db, uid)) {
      if (!(await mayFetch(uid, url))) continue
      const html = await fetchPage(url)
      // A page that cannot be read proves nothing: its link stays as it was.
      if (html === null) continue
      const isVerified = linksBack(html, url, `${publicUrl}/creator/${uid}`)
      await storeVerification(db, uid, url, isVerified ? clock.now() : null)
    }
  })
  return {
    enqueue: (trx, uid) => jobs.enqueue(trx, verifyLinksJob, { uid }),
    removeLimitsOf: (trx, uid) => removeLimits(trx, [limitKey(uid)]),
  }
}
