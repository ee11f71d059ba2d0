import type { Trx } from '#platform/database.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { mediaFolder } from '../stored-objects.ts'

/** Purges media from a CDN in front of this server. */
export interface CdnPurge {
  /** Purges a video's media shortly after the transaction commits. Does nothing without a purge URL. */
  purge(trx: Trx, uid: string): Promise<void>
}

export interface CdnPurgeParts {
  jobs: Jobs
  /** Receives a POST with `{"prefix": …}`; credentials in it are sent as Basic authentication. Null: no purges. */
  purgeUrl: string | null
  /** Base URL of media at the CDN. */
  mediaBaseUrl: string
}

/** Retried for some hours, with growing delays. */
const purgeJob: JobKind<{ uid: string }> = {
  name: 'video.purge',
  about: ({ uid }) => ({ kind: 'video', id: uid }),
  retryLimit: 12,
  retryDelaySeconds: 2,
  expireInSeconds: 60,
}
/** By then every node answers 404, so the CDN cannot cache purged media again. */
const DELAY_SECONDS = 2
const TIMEOUT_MS = 10_000

export function createCdnPurge({ jobs, purgeUrl, mediaBaseUrl }: CdnPurgeParts): CdnPurge {
  jobs.handle(purgeJob, 2, async ({ uid }, { signal }) => {
    if (purgeUrl) await sendPurge(purgeUrl, `${mediaBaseUrl}/${mediaFolder(uid)}/`, signal)
  })
  return {
    async purge(trx, uid) {
      if (purgeUrl) await jobs.enqueue(trx, purgeJob, { uid }, { startAfterSeconds: DELAY_SECONDS })
    },
  }
}

/** @throws Error unless a 2xx arrives within `TIMEOUT_MS` */
async function sendPurge(purgeUrl: string, prefix: string, signal: AbortSignal): Promise<void> {
  const url = new URL(purgeUrl)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const name = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(username || password ? { Authorization: `Basic ${Buffer.from(name).toString('base64')}` } : {}),
    },
    body: JSON.stringify({ prefix }),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The purge of ${prefix} was answered with ${response.status}.`)
}
