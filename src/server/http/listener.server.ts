import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import type { Hoshi } from '#app/http/context.ts'
import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { cacheLimits, createObjectCache, remoteCacheLimits } from '#platform/object-cache.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { withJoinedFiles } from '#video/joined-files.server.ts'
import type { VideoHosting } from '#video/video-hosting.ts'
import type { Config } from '../config.ts'
import type { Metrics } from '../metrics/metrics.server.ts'
import { streamSettings } from './api/live-streams.ts'
import { createHttpApp } from './app.server.ts'
import { createFontHandler } from './fonts.server.ts'
import { createHealth } from './health.server.ts'
import { createMediaHandler } from './media.server.ts'
import { createMetricsEndpoint } from './metrics-endpoint.server.ts'
import { createOperationsApp } from './operations.server.ts'
import { createPageCache } from './page-cache.server.ts'
import { createAvatarHandler, createSeriesPosterHandler } from './pictures.server.ts'
import { createScreens } from './screens.server.ts'
import { limitBodyStalls, limitResponseStalls, STALL_TIMEOUTS, type StallTimeouts } from './stall-timeouts.server.ts'
import type { ObjectHandlerParts } from './stored-object.server.ts'

/** Where the screens are, and how requests are served. */
export interface ServingOptions {
  /** Loads the screens' build; called for each request. */
  loadBuild: () => Promise<ServerBuild>
  /** Folder of the browser's files; null in development, where Vite serves them. */
  clientDir: string | null
  isDevelopment: boolean
  /** False: each page is read and rendered for its caller, so that it shows the last change of anything. */
  cachesPages?: boolean
  stallTimeouts?: StallTimeouts
  /** Live streams of each kind that a person may open; the product's limit unless given. */
  streamsPerAccount?: number
}

export interface ListenerParts extends ServingOptions {
  config: Config
  db: Db
  storage: ObjectStorage
  rooms: Hoshi
  video: VideoHosting
  metrics: Metrics
  log: Log
}

export interface Listener {
  /** Serves media, then everything else through `fetch`. */
  listener(request: IncomingMessage, response: ServerResponse): void
  fetch(request: Request): Promise<Response>
  /** Serves the health and the metrics of a worker. */
  operations(request: IncomingMessage, response: ServerResponse): void
  close(): void
}

/** Whether people may get pages that were read for others a moment ago. */
export function cachesPages({ isDevelopment, cachesPages = true }: ServingOptions): boolean {
  return !isDevelopment && cachesPages
}

/** Higher after each change that pages without an account show at once. */
async function pageVersion({ catalog, administration }: Pick<Hoshi, 'catalog' | 'administration'>): Promise<number> {
  const episodes = await catalog.pageVersion()
  // Both only rise, so that their sum tells either change.
  return episodes + administration.settings.version()
}

/** Builds the handlers of every request, from the rooms. */
export function createListener(parts: ListenerParts): Listener {
  const { config, db, storage, rooms, video, metrics, log, loadBuild, clientDir, isDevelopment } = parts
  const frameAncestorsOf = video.own?.service.allowedOriginsOf
  const pageCache = cachesPages(parts) ? createPageCache(() => pageVersion(rooms)) : null
  const screens = createScreens({
    loadBuild,
    rooms,
    isDevelopment,
    ...(pageCache ? { pageCache } : {}),
    ...(frameAncestorsOf ? { frameAncestorsOf } : {}),
  })
  const health = createHealth({ db, storage })
  const compatibleApi = config.compatibleApi && video.own && { ...config.compatibleApi, host: video.own }
  const { uploads, handleWebhook } = video
  const hostParts = { uploads, handleWebhook, compatibleApi }
  const streams = streamSettings(parts.streamsPerAccount)
  const limits = config.storage.kind === 's3' ? remoteCacheLimits : cacheLimits
  const objectCache = withJoinedFiles(createObjectCache(storage, limits), db)
  metrics.addServing({ pageCache, objectCache, streams, uploads })
  const { observeRequest } = metrics
  const metricsEndpoint = createMetricsEndpoint(metrics, { site: config, token: config.metrics.token })
  const app = createHttpApp({
    ...hostParts,
    rooms,
    site: config,
    health,
    metrics: metricsEndpoint,
    observeRequest,
    screens,
    clientDir,
    streams,
    pageCache,
    log,
  })
  const answeredAs =
    (route: string): ObjectHandlerParts['onAnswer'] =>
    ({ method = 'GET' }, status, seconds) =>
      observeRequest({ method, route, status, seconds })
  const handleMedia = createMediaHandler({
    gate: video.gate,
    objectCache,
    accountFor: rooms.identity.accountFor,
    shownEpisodes: rooms.catalog.shownEpisodes,
    downloadOf: rooms.catalog.downloadOf,
    log,
    onAnswer: answeredAs('/media/*'),
    pagesOrigin: config.media.baseUrl && config.publicUrl,
    handoff: config.media.handoff === 'nginx' ? '/hoshi-files' : null,
  })
  const pictures = { ...rooms, objectCache, log }
  const handleAvatar = createAvatarHandler({ ...pictures, onAnswer: answeredAs('/avatars/*') })
  const handleSeriesPoster = createSeriesPosterHandler({ ...pictures, onAnswer: answeredAs('/series-posters/*') })
  const handleFont = createFontHandler({
    ...pictures,
    accountFor: rooms.identity.accountFor,
    onAnswer: answeredAs('/fonts/*'),
  })
  // `limitBodyStalls` drains the rest of a body, more slowly than the adapter would.
  const handleRequest = getRequestListener(app.fetch, { overrideGlobalObjects: false, autoCleanupIncoming: false })
  const operations = createOperationsApp({ health, metrics: metricsEndpoint })
  const handleOperation = getRequestListener(operations.fetch, { overrideGlobalObjects: false })
  const stallTimeouts = parts.stallTimeouts ?? STALL_TIMEOUTS

  return {
    listener(request, response) {
      limitBodyStalls(request, response, stallTimeouts)
      if (handleMedia(request, response) || handleAvatar(request, response)) return
      if (handleSeriesPoster(request, response) || handleFont(request, response)) return
      limitResponseStalls(request, response, stallTimeouts)
      void handleRequest(request, response)
    },
    operations(request, response) {
      limitBodyStalls(request, response, stallTimeouts)
      limitResponseStalls(request, response, stallTimeouts)
      void handleOperation(request, response)
    },
    fetch: async (request) => app.fetch(request),
    close: () => objectCache.close(),
  }
}
