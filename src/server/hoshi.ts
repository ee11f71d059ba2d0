import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import type { Hoshi } from '#app/context.ts'
import { createCatalog, videoBecamePlayable, videoCeasedToPlay } from '#catalog/catalog.server.ts'
import { createAvatarAudit } from '#creators/avatar-audit.server.ts'
import { createAvatars } from '#creators/avatars.server.ts'
import { createCreators } from '#creators/creators.server.ts'
import { createDemo, type Demo } from '#demo/demo.server.ts'
import { type DemoProgramme, demoProgramme } from '#demo/programme.ts'
import { createEngagement } from '#engagement/engagement.server.ts'
import { scheduleMuchWatched } from '#engagement/much-watched.job.server.ts'
import { scheduleTrending } from '#engagement/trending.job.server.ts'
import { createExports } from '#identity/exports.server.ts'
import { createIdentity } from '#identity/identity.server.ts'
import type { PasswordHashing } from '#identity/password-hashing.server.ts'
import { createArrivingFiles } from '#platform/arriving-files.server.ts'
import type { AuditReport, AuditWish } from '#platform/audit.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { openEvents } from '#platform/events.server.ts'
import { expectOneInstallation } from '#platform/installation.server.ts'
import { createJobs } from '#platform/jobs.server.ts'
import { createKeptObjects } from '#platform/kept-objects.server.ts'
import { openLocks } from '#platform/locks.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createMailQueue } from '#platform/mail-queue.server.ts'
import { createOutboxMailer, createSmtpMailer, type Mailer } from '#platform/mailer.server.ts'
import { createRateLimits } from '#platform/rate-limits.server.ts'
import { createCdnPurge } from '#video/cdn-purge.server.ts'
import type { CloudflareService } from '#video/cloudflare/cloudflare-room.server.ts'
import { canEncodeAv1 } from '#video/ffmpeg/av1-encoder.server.ts'
import { lendSquarePicture } from '#video/ffmpeg/drawn-picture.server.ts'
import { describeRights, toolRights } from '#video/ffmpeg/tool-rights.server.ts'
import { videoFolders } from '#video/processing/orphans.server.ts'
import { createVideo, expectVideosOf, rowsOfFiles } from '#video/video.server.ts'
import type { Config } from './config.ts'
import { exportJob, handleExports, openArchive } from './export-archive.server.ts'
import { scheduleHousekeeping } from './housekeeping.ts'
import { createHttpApp } from './http/app.server.ts'
import { createAvatarHandler } from './http/avatars.server.ts'
import { createHealth } from './http/health.server.ts'
import { createMediaHandler } from './http/media.server.ts'
import { PACE, type Pace, paceAnswer, paceBody } from './http/pace.server.ts'
import { createScreens } from './http/screens.server.ts'
import type { Secret } from './secret.ts'

const shippedDemo = join(import.meta.dirname, '../../demo')

/** What the composition root cannot decide from the configuration alone. */
export interface Surroundings {
  /** Direct connection to a migrated database. */
  connectionString: string
  secret: Secret
  log: Log
  /** The screens' build; called at each request. */
  loadBuild: () => Promise<ServerBuild>
  /** Folder of the browser's files; null in development, where Vite serves them. */
  clientDir: string | null
  isDevelopment: boolean
  /** Replaced by tests: what is outside the house. */
  clock?: Clock
  mailer?: Mailer
  passwords?: PasswordHashing
  /** What the demo shows, and where its films lie; what is shipped unless told. */
  demoProgramme?: DemoProgramme
  demoDir?: string
  stream?: Pick<CloudflareService, 'apiUrl' | 'mediaUrl' | 'uploadOrigins'>
  /** Longest wait for another writer of the same upload. */
  uploadWaitMs?: number
  pace?: Pace
}

export interface RunningHoshi {
  /** Serves media, then everything else through `fetch`. */
  listener(request: IncomingMessage, response: ServerResponse): void
  fetch(request: Request): Promise<Response>
  rooms: Hoshi
  demo: Demo
  /** Prepares the queues, and works the jobs when this process's role says so. */
  start(): Promise<void>
  /** Compares rows and files, here or on any other node's behalf. Called after `start`. */
  audit(wish: AuditWish): Promise<AuditReport>
  /** Ends in reverse order; jobs under way are put back. */
  close(): Promise<void>
}

/** Builds platform, then rooms from identity up, then HTTP and jobs. Nothing starts on import, nothing is a singleton. */
export function createHoshi(config: Config, around: Surroundings): RunningHoshi {
  const { connectionString, log } = around
  const clock = around.clock ?? systemClock
  const database = openDatabase(connectionString, (error) => log.warn({ err: error }, 'database: connection lost'))
  const { db } = database
  const events = openEvents(connectionString, log)
  const locks = openLocks(connectionString, log)
  const jobs = createJobs(connectionString, log)
  const filesDir = join(config.dataDir, 'files')
  const storage = createDiskStorage(filesDir)
  const rateLimits = createRateLimits(db)
  const { transport, from } = config.mail
  const mailer =
    around.mailer ??
    (transport.kind === 'smtp'
      ? createSmtpMailer(transport.url.reveal(), from)
      : createOutboxMailer(transport.folder, from, log))
  const mail = createMailQueue(jobs, mailer)

  const secret = around.secret.reveal()
  const identity = createIdentity({
    db,
    clock,
    secret,
    publicUrl: config.publicUrl,
    secureCookies: config.publicUrl.startsWith('https:'),
    rateLimits,
    mail,
    news: {
      async accountLeaves(trx, uid) {
        // Before what it has listed: a rename takes the two in this order.
        await creators.hold(trx, uid)
        const given = await engagement.episodesOfGiven(trx, uid)
        await catalog.removeAllOf(trx, uid, given, (held) => engagement.holdNumbers(trx, held))
        await avatars.forget(trx, uid)
      },
    },
    log,
    passwords: around.passwords,
  })
  const exports = createExports({
    db,
    clock,
    queueExport: (trx, uid) => jobs.enqueue(trx, exportJob, { uid }),
  })
  const creators = createCreators({ db, clock, identity })
  const pictureDir = join(config.dataDir, 'scratch')
  const avatars = createAvatars({
    db,
    jobs,
    storage,
    drawing: { lendSquare: (picture, side, use) => lendSquarePicture(pictureDir, picture, side, use) },
  })
  const auditAvatars = createAvatarAudit({ db, storage, clock })
  const mediaBaseUrl = config.media.baseUrl
  const video = createVideo({
    db,
    clock,
    identity,
    jobs,
    events,
    locks,
    storage,
    news: { becamePlayable: (trx, uid) => videoBecamePlayable(trx, jobs, uid), ceasedToPlay: videoCeasedToPlay },
    limits: { maxUploadBytes: config.maxUploadBytes, creatorQuotaBytes: config.creatorQuotaBytes },
    diskReserveBytes: config.diskReserveBytes,
    makesAv1: config.makesAv1,
    mediaBaseUrl,
    cdn: createCdnPurge({
      jobs,
      purgeUrl: config.media.purgeUrl?.reveal() ?? null,
      mediaBaseUrl: mediaBaseUrl ?? config.publicUrl,
    }),
    scratchDir: config.dataDir,
    service: serviceOf(config, around.stream),
    works: config.role !== 'web',
    ...(around.uploadWaitMs ? { uploadWaitMs: around.uploadWaitMs } : {}),
    log,
  })
  const catalog = createCatalog({ db, clock, jobs, events, video: video.host, creators, secret })
  const engagement = createEngagement({
    db,
    clock,
    events,
    identity,
    catalog,
    creators,
    secret,
    ipv6PrefixBits: config.viewsIpv6Prefix,
    log,
  })
  scheduleTrending(jobs, engagement)
  scheduleMuchWatched(jobs, { db, clock, catalog, video: video.host }, config.makesAv1)
  scheduleHousekeeping(jobs, { rateLimits, identity, exports, engagement, mailer })

  const rooms: Hoshi = {
    identity,
    exports,
    creators,
    avatars,
    arriving: createArrivingFiles(pictureDir),
    video: video.host,
    catalog,
    engagement,
    openExport: (account) => openArchive(rooms, storage, account),
    publicUrl: config.publicUrl,
    supportEmail: config.supportEmail,
    maxUploadBytes: config.maxUploadBytes,
    hasIframes: config.dialect !== null,
    log,
  }
  handleExports(jobs, rooms)
  const demo = createDemo({
    db,
    clock,
    jobs,
    locks,
    identity,
    creators,
    avatars,
    video: video.host,
    catalog,
    wish: config.demo,
    secret,
    programme: around.demoProgramme ?? demoProgramme,
    folder: around.demoDir ?? shippedDemo,
    log,
  })
  const { loadBuild, isDevelopment } = around
  const framersOf = video.own?.service.allowedOriginsOf
  const screens = createScreens({ loadBuild, rooms, isDevelopment, ...(framersOf ? { framersOf } : {}) })
  const health = createHealth({ db, storage })
  const { clientDir } = around
  const dialect = config.dialect && video.own && { ...config.dialect, host: video.own }
  const { uploads, hearWebhook } = video
  const outside = { uploads, hearWebhook, dialect }
  const app = createHttpApp({ rooms, site: config, ...outside, health, screens, clientDir, log })
  const kept = createKeptObjects(storage)
  const media = createMediaHandler({
    gate: video.gate,
    kept,
    accountFor: identity.accountFor,
    log,
    pagesOrigin: mediaBaseUrl && config.publicUrl,
    handoff: config.media.handoff === 'nginx' ? '/hoshi-files' : null,
  })
  const pictures = createAvatarHandler(kept, log)
  // What is left of a body is drained by its pace, and slower than the adapter would.
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false, autoCleanupIncoming: false })
  const pace = around.pace ?? PACE

  return {
    listener(request, response) {
      paceBody(request, response, pace)
      if (media(request, response) || pictures(request, response)) return
      paceAnswer(request, response, pace)
      void answer(request, response)
    },
    fetch: async (request) => app.fetch(request),
    rooms,
    demo,
    async start() {
      await expectVideosOf(config.videoHost.kind, db)
      await expectOneInstallation({ db, filesDir, folders: videoFolders, rows: await rowsOfFiles(db) })
      await creators.lookAtNames()
      await events.ready()
      await jobs.start({ work: config.role !== 'web' })
      await video.cleanScratch()
      if (config.makesAv1 && config.role !== 'web') await tellOfAv1(log)
      log.info({}, describeRights(await toolRights()))
    },
    async audit(wish) {
      const reports = [await auditAvatars(wish), ...(video.audit ? [await video.audit(wish)] : [])]
      return {
        looked: {
          rows: reports.reduce((sum, { looked }) => sum + looked.rows, 0),
          names: reports.reduce((sum, { looked }) => sum + looked.names, 0),
        },
        findings: reports.flatMap(({ findings }) => findings),
        refusals: reports.flatMap(({ refusals }) => refusals),
      }
    },
    async close() {
      await jobs.stop()
      video.close()
      kept.close()
      await Promise.all([locks.close(), events.close(), database.close()])
    },
  }
}

/** AV1 is asked for: whether the installed ffmpeg can do it. */
async function tellOfAv1(log: Log): Promise<void> {
  if (await canEncodeAv1()) log.info({}, 'much-watched episodes get an AV1 set when there is nothing else to do')
  else log.warn({}, 'AV1 is on, but ffmpeg here has no SVT-AV1 encoder (libsvtav1): no AV1 sets are made')
}

/** Where Cloudflare Stream answers. */
function serviceOf({ videoHost }: Config, elsewhere: Surroundings['stream']): CloudflareService | null {
  if (videoHost.kind === 'embedded') return null
  return {
    accountId: videoHost.accountId,
    apiToken: videoHost.apiToken.reveal(),
    webhookSecret: videoHost.webhookSecret?.reveal() ?? null,
    apiUrl: 'https://api.cloudflare.com/client/v4',
    mediaUrl: `https://customer-${videoHost.customerCode}.cloudflarestream.com`,
    uploadOrigins: ['https://*.videodelivery.net', 'https://*.cloudflarestream.com'],
    ...elsewhere,
  }
}
