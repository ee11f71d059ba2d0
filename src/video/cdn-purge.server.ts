import type { Trx } from '#platform/database.server.ts'
import type { JobKind, Jobs } from '#platform/jobs.server.ts'

/** What a CDN in front of the media has to be told. */
export interface CdnPurge {
  /** These media are gone with this transaction: the CDN is told soon after. Nothing happens where none is set. */
  forget(trx: Trx, uid: string): Promise<void>
}

export interface CdnPurgeParts {
  jobs: Jobs
  /** Called with POST and `{"prefix": …}`; a name and password in it are sent as such. Null: nobody is told. */
  purgeUrl: string | null
  /** What the addresses of media begin with at the CDN. */
  mediaBaseUrl: string
}

/** Tried for some hours, ever more seldom. */
const purgeJob: JobKind<{ uid: string }> = {
  name: 'video.purge',
  retryLimit: 12,
  retryDelaySeconds: 2,
  expireInSeconds: 60,
}
/** By then every node answers 404, so that nothing the CDN has forgotten can come back to it. */
const AFTER_SECONDS = 2
const PATIENCE_MS = 10_000

export function createCdnPurge({ jobs, purgeUrl, mediaBaseUrl }: CdnPurgeParts): CdnPurge {
  jobs.handle(purgeJob, 2, async ({ uid }, { signal }) => {
    if (purgeUrl) await tell(purgeUrl, `${mediaBaseUrl}/media/${uid}/`, signal)
  })
  return {
    async forget(trx, uid) {
      if (purgeUrl) await jobs.enqueue(trx, purgeJob, { uid }, { startAfterSeconds: AFTER_SECONDS })
    },
  }
}

/** @throws Error unless the answer is a 2xx within the time */
async function tell(purgeUrl: string, prefix: string, signal: AbortSignal): Promise<void> {
  const address = new URL(purgeUrl)
  const { username, password } = address
  address.username = ''
  address.password = ''
  const name = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(username || password ? { Authorization: `Basic ${Buffer.from(name).toString('base64')}` } : {}),
    },
    body: JSON.stringify({ prefix }),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The purge of ${prefix} was answered with ${answer.status}.`)
}
