import { join } from 'node:path'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { createMediaGate } from '../media-gate.server.ts'
import { createScratchFolders } from '../processing/scratch.server.ts'
import type { VideoParts, VideoRoom } from '../video.server.ts'
import { createVideoLibrary } from '../video-library.server.ts'
import { type CloudflareAccount, createCloudflareClient } from './cloudflare-client.server.ts'
import { createCloudflareHost, hostedPlayback } from './cloudflare-host.server.ts'
import { eraseHostedJob, reconcileJob } from './hosted-jobs.ts'
import { createReconcile } from './reconcile.server.ts'
import { serviceVideo } from './service-answers.ts'
import { createServiceNews } from './service-news.server.ts'
import { isSignedNow } from './webhook-signature.server.ts'

/** An account at the service, and where its parts answer. */
export interface CloudflareService extends CloudflareAccount {
  /** Where the account's media lie, without a trailing slash. */
  mediaUrl: string
  /** Where browsers send bytes to, as a Content-Security-Policy names it. */
  uploadOrigins: readonly string[]
  /** Null: no webhook is taken, and news comes by asking. */
  webhookSecret: string | null
}

/** How long somebody who waits for a page is kept waiting by the service. */
const HURRIED_MS = 3000

/** The video room with everything that is not a row at Cloudflare Stream. */
export function createCloudflareRoom(parts: VideoParts, service: CloudflareService): VideoRoom {
  const { db, clock, jobs, events, storage, log } = parts
  const client = createCloudflareClient(service)
  const news = createServiceNews(parts)
  const scratch = createScratchFolders(join(parts.scratchDir, 'scratch'), storage)
  const library = createVideoLibrary(parts, {
    playbackOf: hostedPlayback(service.mediaUrl),
    eraseJob: eraseHostedJob,
    refresh: (row) => hurried.refresh(row),
  })
  const asking = { db, clock, news, endUpload: library.endUpload, log }
  const patient = createReconcile({ ...asking, client })
  const hurried = createReconcile({ ...asking, client: createCloudflareClient(service, HURRIED_MS) })
  const host = createCloudflareHost({
    library,
    client,
    origins: { media: [new URL(service.mediaUrl).origin], uploads: service.uploadOrigins },
    now: () => clock.now(),
    lendFolder: scratch.lendEmpty,
    log,
  })
  const gate = createMediaGate(db, events)
  const { webhookSecret } = service

  jobs.handle(eraseHostedJob, 1, ({ uid }) => client.remove(uid))
  jobs.handle(reconcileJob, 1, (_nothing, { signal }) => patient.reconcile(signal))
  jobs.schedule(reconcileJob, '* * * * *')

  return {
    host,
    own: null,
    uploads: {
      async answer() {
        throw new Refusal('video.upload_not_found')
      },
      close() {},
    },
    gate,
    hearWebhook:
      webhookSecret === null
        ? null
        : async (body, signature) => {
            if (!isSignedNow(body, signature, webhookSecret, clock.now())) throw new Refusal('request.token_invalid')
            const told = serviceVideo.safeParse(parseJson(body))
            if (!told.success || !isPossibleId(told.data.uid)) throw new Refusal('request.unreadable')
            await news.hear(told.data)
          },
    audit: null,
    cleanScratch: () => scratch.clean(),
    close: () => gate.close(),
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
