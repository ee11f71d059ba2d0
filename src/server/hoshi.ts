import { hostname } from 'node:os'
import { join } from 'node:path'
import { createSite } from '#administration/site/site.server.ts'
import type { Hoshi } from '#app/http/context.ts'
import { digestMail } from '#app/messages/mails.ts'
import { createCatalog } from '#catalog/catalog.server.ts'
import { createCommunity } from '#community/community.server.ts'
import { demoContent } from '#demo/content.ts'
import type { DemoContent } from '#demo/content-shape.ts'
import { createDemo, type Demo } from '#demo/demo.server.ts'
import { scheduleEndedWatches } from '#engagement/ended-watches.job.server.ts'
import { createEngagement } from '#engagement/engagement.server.ts'
import { schedulePopularEpisodes } from '#engagement/popular-episodes.job.server.ts'
import { scheduleTrending } from '#engagement/trending.job.server.ts'
import { createImports } from '#identity/imports.server.ts'
import { createLibrary } from '#library/library.server.ts'
import { createHoldFor } from '#moderation/images/holding.ts'
import { createBackupRuns } from '#platform/backup-runs.server.ts'
import type { Clock } from '#platform/clock.ts'
import { createEventsLag } from '#platform/events-lag.server.ts'
import { verifyInstallation } from '#platform/installation.server.ts'
import { createIntegrityChecks } from '#platform/integrity-checks.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Mailer } from '#platform/mailer.server.ts'
import { createNodes } from '#platform/nodes.server.ts'
import { createEmit, type Emit } from '#platform/room-events.ts'
import { createUploadSpool } from '#platform/upload-spool.server.ts'
import { createSeries } from '#series/series.server.ts'
import { createSubtitles } from '#subtitles/subtitles.server.ts'
import { createLinkCards } from '#video/cards/link-cards.server.ts'
import { createCdnPurge } from '#video/embedded-host/cdn-purge.server.ts'
import { withSanitizedFont } from '#video/media/fonts/sanitize-font.server.ts'
import { withFittedImage } from '#video/media/stills/encode-image.server.ts'
import { videoFolders } from '#video/stored-objects.ts'
import { createVideo, expectVideosOf, rowsOfFiles } from '#video/video.server.ts'
import { scheduleBackup } from './backup/backup.job.server.ts'
import { scheduleCleanup } from './cleanup.ts'
import { type CloudflareUrls, cloudflareServiceOf } from './cloudflare-service.ts'
import { type Config, ConfigurationError } from './config.ts'
import { handleExports, openArchive } from './export-archive.server.ts'
import { cachesPages, createListener, type Listener, type ServingOptions } from './http/listener.server.ts'
import { imageModerationOf } from './image-moderation.ts'
import { createArchiveStore } from './import/archive-store.server.ts'
import { handleImports, importJob } from './import/import-job.server.ts'
import { logMediaTools } from './log-media-tools.ts'
import { createMaintenance, type Maintenance } from './maintenance.ts'
import { createMetrics } from './metrics/metrics.server.ts'
import { openPlatform } from './open-platform.ts'
import { createPeople, imageDirOf, type PeopleDependencies } from './people.ts'
import { roomListeners } from './room-listeners.ts'
import { createStaffRooms } from './staff-rooms.ts'
import { hoshiVersion } from './versions.ts'

const bundledDemo = join(import.meta.dirname, '../../demo')

/** The parts that the composition root needs besides the configuration. */
export interface HoshiDependencies extends ServingOptions, PeopleDependencies {
  /** Direct connection to a migrated database. */
  connectionString: string
  log: Log
  /** External dependencies, which tests replace. */
  clock?: Clock
  mailer?: Mailer
  /** The demo's content, and the folder of its videos; by default the shipped ones. */
  demoProgramme?: DemoContent
  demoDir?: string
  stream?: CloudflareUrls
  /** Longest wait for another writer of the same upload. */
  uploadWaitMs?: number
  /** Time of a run that makes a first rendition while others wait. */
  firstEncodeBudgetMs?: number
  /** How long a moderator can take a decision back. */
  undoSeconds?: number
  /** Whether this process runs one command, and is no node of the site. */
  isExtraNode?: boolean
}

export interface RunningHoshi extends Pick<Listener, 'listener' | 'operations' | 'fetch'>, Maintenance {
  rooms: Hoshi
  demo: Demo
  /** Prepares the queues, and runs jobs if this process's role includes them. */
  start(): Promise<void>
  /** Closes in reverse order; running jobs are requeued. */
  close(): Promise<void>
}

/**
 * Builds platform, then the rooms from identity up, then HTTP and jobs. Nothing starts on import; nothing is a
 * singleton.
 */
export function createHoshi(config: Config, dependencies: HoshiDependencies): RunningHoshi {
  const platform = openPlatform(config, dependencies)
  const { db, clock, events, locks, jobs, storage, disk, log } = platform

  const emit: Emit = createEmit(
    roomListeners(() => ({
      jobs,
      emit,
      imports,
      creators,
      avatars,
      links,
      catalog,
      subtitles,
      series,
      engagement,
      community,
      administration,
      moderation,
      imageChecks,
      video: video.host,
    })),
  )

  const version = hoshiVersion()
  const nodes = createNodes(platform, { name: hostname(), role: config.role, version })
  const secret = dependencies.secret.reveal()
  const site = createSite({
    ...platform,
    defaultModeration: config.moderation,
    queueWord: (trx, subject, word) => moderation.waiting.word(trx, subject, word),
  })
  const peopleParts = { ...platform, site }
  const { identity, exports, links, creators, avatars, proofOfWork } = createPeople(
    config,
    dependencies,
    peopleParts,
    emit,
  )
  const imageDir = imageDirOf(config)
  const mediaBaseUrl = config.media.baseUrl
  const video = createVideo({
    db,
    clock,
    identity,
    creators,
    jobs,
    events,
    locks,
    storage,
    uploadDisk: disk,
    emit,
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
    service: cloudflareServiceOf(config, dependencies.stream),
    runsJobs: config.role !== 'web',
    ...(dependencies.uploadWaitMs ? { uploadWaitMs: dependencies.uploadWaitMs } : {}),
    ...(dependencies.firstEncodeBudgetMs ? { firstEncodeBudgetMs: dependencies.firstEncodeBudgetMs } : {}),
    log,
  })
  const sharesReads = cachesPages(dependencies)
  const roomParts = { db, clock, jobs, events, emit, creators, identity, secret, words: site.words }
  const secureCookies = config.publicUrl.startsWith('https:')
  const imageModeration = imageModerationOf(config)
  const holdFor = createHoldFor(site.moderationMode, imageModeration)
  const catalog = createCatalog({ ...roomParts, video: video.host, secureCookies, sharesReads, holdFor })
  const subtitles = createSubtitles({
    ...platform,
    identity,
    creators,
    catalog,
    video: video.host,
    emit,
    secret,
    fontChecker: { withSanitizedFont: (font, maxBytes, use) => withSanitizedFont(imageDir, font, maxBytes, use) },
  })
  const series = createSeries({
    ...platform,
    posterProcessor: { withFittedImage: (image, box, use) => withFittedImage(imageDir, image, box, use) },
    identity,
    catalog,
    creators,
  })
  const ipv6PrefixBits = config.viewsIpv6Prefix
  const roomsBelow = { identity, creators, catalog, series }
  const { commentGate, words } = site
  const engagementParts = { ...platform, ...roomsBelow, emit, secret, ipv6PrefixBits, commentGate, words }
  const engagement = createEngagement(engagementParts)
  const imports = createImports({
    ...platform,
    identity,
    archives: createArchiveStore({
      disk,
      storage,
      clock,
      hasSpaceFor: video.hasDiskFor,
      storageOf: video.host.storageOf,
    }),
    queueImport: (trx, job) => jobs.enqueue(trx, importJob, job),
  })
  const library = createLibrary({ ...platform, identity, catalog, engagement })
  const community = createCommunity({
    ...platform,
    ...roomsBelow,
    subtitles,
    engagement,
    secret,
    publicUrl: config.publicUrl,
    digestMail,
  })
  const backupRuns = createBackupRuns(db)
  const integrityChecks = createIntegrityChecks(platform)
  const { administration, moderation, imageChecks } = createStaffRooms(config, {
    ...platform,
    ...roomsBelow,
    avatars,
    subtitles,
    engagement,
    video: video.host,
    site,
    nodes,
    backups: backupRuns,
    integrityChecks,
    imageModeration,
    proofOfWork,
    emit,
    secret,
    version,
    undoSeconds: dependencies.undoSeconds,
  })
  scheduleTrending(jobs, engagement.trending)
  scheduleEndedWatches(jobs, engagement.endedWatches)
  schedulePopularEpisodes(jobs, { db, clock, catalog, video: video.host }, config.makesAv1)
  scheduleCleanup(jobs, { ...platform, identity, exports, imports, engagement, community, moderation })

  const rooms: Hoshi = {
    identity,
    exports,
    imports,
    creators,
    avatars,
    uploadSpool: createUploadSpool(imageDir),
    video: video.host,
    cards: createLinkCards({ storage, folder: imageDir, log }),
    catalog,
    subtitles,
    series,
    engagement,
    library,
    community,
    administration,
    moderation,
    openExport: (account) => openArchive(rooms, storage, account),
    publicUrl: config.publicUrl,
    supportEmail: config.supportEmail,
    sendsMail: config.mail.transport.kind === 'smtp',
    maxUploadBytes: config.maxUploadBytes,
    hasIframes: config.compatibleApi !== null,
    log,
  }
  handleExports(jobs, { rooms, storage, scratchDir: imageDir })
  handleImports({ ...platform, scratchDir: imageDir, rooms })
  const demo = createDemo({
    ...platform,
    ...roomsBelow,
    avatars,
    video: video.host,
    engagement,
    subtitles,
    option: config.demo,
    secret,
    content: dependencies.demoProgramme ?? demoContent,
    folder: dependencies.demoDir ?? bundledDemo,
  })
  const maintenance = createMaintenance(config, dependencies, { platform, video, backupRuns, version })
  scheduleBackup(jobs, { config, backUp: maintenance.backup })
  integrityChecks.runBy(() => maintenance.audit({ repairs: false, isForced: false }))
  const eventsLag = createEventsLag(db, events)
  const metrics = createMetrics({ ...platform, eventsLag, video: video.host, version, role: config.role })
  const http = createListener({ ...dependencies, config, db, storage, rooms, video, metrics })

  return {
    listener: http.listener,
    operations: http.operations,
    fetch: http.fetch,
    rooms,
    demo,
    async start() {
      const storageProblem = await platform.s3?.verify()
      if (storageProblem) throw new ConfigurationError([storageProblem])
      await expectVideosOf(config.videoHost.kind, db)
      await verifyInstallation({ ...platform, folders: videoFolders, rows: await rowsOfFiles(db) })
      await creators.refreshSkeletons()
      await events.ready()
      await jobs.start({ work: config.role !== 'web' })
      if (!dependencies.isExtraNode) await nodes.start()
      // A provider that does not answer keeps nothing else from starting.
      if (config.role !== 'worker') void identity.openProvider()
      await video.cleanScratch()
      log.info({ imageModeration: imageModeration.service }, 'moderation: who classifies pictures')
      await logMediaTools(log, config.makesAv1 && config.role !== 'web')
    },
    ...maintenance,
    async close() {
      await Promise.all([jobs.stop(), nodes.close()])
      imageModeration.close()
      video.close()
      http.close()
      metrics.close()
      eventsLag.close()
      platform.s3?.close()
      await Promise.all([locks.close(), events.close(), platform.database.close()])
    },
  }
}
