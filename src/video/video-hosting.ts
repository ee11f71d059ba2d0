import type { Creators } from '#creators/creators.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Locks } from '#platform/locks.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import type { VideoAudit } from './audit/audit.server.ts'
import type { CloudflareService } from './cloudflare-host/client.server.ts'
import type { CdnPurge } from './embedded-host/cdn-purge.server.ts'
import type { EmbeddedHost } from './embedded-host/embedded-host.server.ts'
import type { Owners } from './ingest/expect-owner.server.ts'
import type { UploadEndpoint } from './ingest/upload-endpoint.server.ts'
import type { VideoLibraryParts } from './library-parts.ts'
import type { MediaGate } from './media-gate.server.ts'
import type { VideoHost } from './video-host.ts'

export interface VideoParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  locks: Locks
  identity: Owners & VideoLibraryParts['identity']
  creators: Pick<Creators, 'isTrainingReserved'>
  storage: ObjectStorage
  /** The local disk, which the bytes of uploads pass through; the storage itself, if that is a disk. */
  uploadDisk: DiskStorage
  emit: Emit
  limits: { maxUploadBytes: number; creatorQuotaBytes: number }
  /** Bytes that videos leave free on the disk; null for a share of it. */
  diskReserveBytes: number | null
  /** Whether much-watched videos get a second set of renditions, in AV1. */
  makesAv1: boolean
  /** Base URL of public media at a CDN; null without one. */
  mediaBaseUrl: string | null
  cdn: CdnPurge
  /** Local folder for attempts; not shared between machines. */
  scratchDir: string
  /** The hosted service that receives new videos; null: our own host does. */
  service: CloudflareService | null
  /** Whether this process runs jobs, and so may ingest a video during its upload. */
  runsJobs: boolean
  /** Longest wait for another writer of the same upload; a few seconds by default. */
  uploadWaitMs?: number
  /** Time of a run that makes a first rendition while others wait; two minutes by default. */
  firstEncodeBudgetMs?: number
  log: Log
}

/** The video room in operation: the host for other rooms, and the handlers for the server's routes. */
export interface VideoHosting {
  host: VideoHost
  /** The host with the operations that only our own one has; null when videos are elsewhere. */
  own: EmbeddedHost | null
  uploads: UploadEndpoint
  gate: MediaGate
  /**
   * Processes a signed webhook of the hosted service; null when it sends none here. Idempotent.
   * @throws Refusal request.token_invalid, request.unreadable
   */
  handleWebhook: ((body: string, signature: string | null) => Promise<void>) | null
  /** Whether so many bytes fit on the local disk now, in addition to those that uploads have reserved. */
  hasDiskFor(sizeBytes: number): Promise<boolean>
  /** Compares rows and files; null when videos are elsewhere. */
  audit: VideoAudit | null
  /** Removes the scratch folders of dead processes on this machine. */
  cleanScratch(): Promise<void>
  close(): void
}
