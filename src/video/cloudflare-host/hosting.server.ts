import { join } from 'node:path'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { createDiskSpace } from '../ingest/disk-space.server.ts'
import { createGrowingUploads } from '../ingest/growing-uploads.server.ts'
import { createMediaGate } from '../media-gate.server.ts'
import { createScratchFolders } from '../scratch.server.ts'
import type { VideoHosting, VideoParts } from '../video-hosting.ts'
import { createVideoLibrary } from '../video-library.server.ts'
import { type CloudflareService, createCloudflareClient } from './client.server.ts'
import { createCloudflareHost, hostedPlayback, hostedPosters } from './host.server.ts'
import { eraseHostedJob, reconcileJob } from './hosted-jobs.ts'
import { createReconciler } from './reconciler.server.ts'
import { serviceVideo } from './responses.ts'
import { createStatusUpdates } from './status-updates.server.ts'
import { isSignatureValid } from './webhook-signature.server.ts'

/** Timeout of calls to the service while a page request waits. */
const INTERACTIVE_TIMEOUT_MS = 3000

/** The video module with everything except its rows at Cloudflare Stream. */
export function createCloudflareHosting(parts: VideoParts, service: CloudflareService): VideoHosting {
  const { db, clock, jobs, events, storage, log } = parts
  const client = createCloudflareClient(service)
  const statusUpdates = createStatusUpdates(parts)
  const scratch = createScratchFolders(join(parts.scratchDir, 'scratch'), storage)
  const library = createVideoLibrary(parts, {
    playbackOf: hostedPlayback(service.mediaUrl),
    postersOf: hostedPosters(service.mediaUrl),
    eraseJob: eraseHostedJob,
    refresh: (row) => interactiveReconciler.refresh(row),
  })
  const reconcilerParts = { db, clock, statusUpdates, endUpload: library.endUpload, log }
  const backgroundReconciler = createReconciler({ ...reconcilerParts, client })
  const interactiveReconciler = createReconciler({
    ...reconcilerParts,
    client: createCloudflareClient(service, INTERACTIVE_TIMEOUT_MS),
  })
  const host = createCloudflareHost({
    db,
    library,
    client,
    origins: { media: [new URL(service.mediaUrl).origin], uploads: service.uploadOrigins },
    now: () => clock.now(),
    withScratchFolder: scratch.withEmptyFolder,
    log,
  })
  const uploadFiles = createGrowingUploads(parts.uploadDisk)
  const diskSpace = createDiskSpace({ uploadFiles, clock, reserveBytes: parts.diskReserveBytes })
  const gate = createMediaGate(db, events, parts.creators.isTrainingReserved)
  const { webhookSecret } = service

  jobs.handle(eraseHostedJob, 1, ({ uid }) => client.remove(uid))
  jobs.handle(reconcileJob, 1, (_nothing, { signal }) => backgroundReconciler.reconcile(signal))
  jobs.schedule(reconcileJob, '* * * * *')

  return {
    host,
    own: null,
    uploads: {
      async handle() {
        throw new Refusal('video.upload_not_found')
      },
      receiving: () => 0,
      close() {},
    },
    gate,
    handleWebhook:
      webhookSecret === null
        ? null
        : async (body, signature) => {
            if (!isSignatureValid(body, signature, webhookSecret, clock.now()))
              throw new Refusal('request.token_invalid')
            const report = serviceVideo.safeParse(parseJson(body))
            if (!report.success || !isPossibleId(report.data.uid)) throw new Refusal('request.unreadable')
            await statusUpdates.apply(report.data)
          },
    hasDiskFor: async (sizeBytes) => (await diskSpace.availableBytes(sizeBytes)) >= sizeBytes,
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
