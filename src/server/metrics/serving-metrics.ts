import type { Registry } from 'prom-client'
import type { ObjectCache } from '#platform/object-cache.server.ts'
import type { UploadEndpoint } from '#video/ingest/upload-endpoint.server.ts'
import { addCounter, addGauge, single } from './samples.ts'

/** The parts of this process that answer requests. */
export interface ServingParts {
  /** Null where each page is rendered for its caller. */
  pageCache: { usage(): { hits: number; misses: number; pages: number; bytes: number } } | null
  objectCache: Pick<ObjectCache, 'usage' | 'requests'>
  /** How many streams of live events are open, by kind. */
  streams: { open: ReadonlyMap<string, number> }
  uploads: Pick<UploadEndpoint, 'receiving'>
}

export function addServingMetrics(register: Registry, parts: ServingParts): void {
  const { pageCache, objectCache, streams, uploads } = parts
  const pages = () => pageCache?.usage() ?? { hits: 0, misses: 0, pages: 0, bytes: 0 }
  addCounter(
    register,
    {
      name: 'hoshi_page_cache_requests_total',
      help: 'Pages for people without an account: from memory (hit) or rendered (miss).',
      labelNames: ['result'],
    },
    () => requestSamples(pages()),
  )
  addGauge(register, { name: 'hoshi_page_cache_bytes', help: 'Memory for finished pages.', labelNames: [] }, () =>
    single(pages().bytes),
  )
  addCounter(
    register,
    {
      name: 'hoshi_object_cache_requests_total',
      help: 'Media and pictures that were requested: known to this process (hit) or looked up in the storage (miss).',
      labelNames: ['result'],
    },
    () => requestSamples(objectCache.requests()),
  )
  addGauge(register, { name: 'hoshi_object_cache_bytes', help: 'Memory for media and pictures.', labelNames: [] }, () =>
    single(objectCache.usage().memoryBytes),
  )
  addGauge(
    register,
    { name: 'hoshi_object_cache_descriptors', help: 'Open media and pictures that are not in memory.', labelNames: [] },
    () => single(objectCache.usage().descriptors),
  )
  addGauge(
    register,
    { name: 'hoshi_event_streams_open', help: 'Open streams of live events (SSE).', labelNames: ['kind'] },
    () => [...streams.open].map(([kind, value]) => ({ labels: { kind }, value })),
  )
  addGauge(
    register,
    { name: 'hoshi_uploads_receiving', help: 'Uploads whose bytes this process is receiving.', labelNames: [] },
    () => single(uploads.receiving()),
  )
}

function requestSamples({ hits, misses }: { hits: number; misses: number }) {
  return [
    { labels: { result: 'hit' }, value: hits },
    { labels: { result: 'miss' }, value: misses },
  ]
}
