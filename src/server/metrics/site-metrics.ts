import type { Registry } from 'prom-client'
import type { Db } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { EventsLag } from '#platform/events-lag.server.ts'
import { holdReads } from '#platform/held-reads.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { QueueFigures } from '#platform/listed-job.ts'
import { sleep } from '#platform/sleep.server.ts'
import { databaseVersions } from '#platform/versions.server.ts'
import type { StoredBytes } from '#video/site-uploads.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { addGauge, type Sample, single } from './samples.ts'

export interface SiteParts {
  db: Db
  jobs: Pick<Jobs, 'queues'>
  eventsLag: Pick<EventsLag, 'measure'>
  /** The disk of the data folder. */
  disk: Pick<DiskStorage, 'freeBytes' | 'sizeBytes'>
  video: Pick<VideoHost, 'storedBytes' | 'openUploads'>
}

/** Read once for all metrics of a scrape, and for scrapes of the same moment. */
const HELD_MS = 1000
/** The longest that a scrape waits for the database or the disk. Prometheus waits ten seconds. */
const READ_LIMIT_MS = 3000

interface DatabaseFigures {
  schema: number
  queues: QueueFigures[]
  openUploads: number
  stored: StoredBytes | null
}

/**
 * Adds the metrics of the whole site, which each process reads from the database: they are the same on every node.
 * Values that cannot be read are left out; `hoshi_database_up` tells why.
 */
export function addSiteMetrics(register: Registry, parts: SiteParts): void {
  const readDatabase = holdForScrape(() => readFigures(parts))
  const readDisk = holdForScrape(async () => {
    const [free, size] = await Promise.all([parts.disk.freeBytes(), parts.disk.sizeBytes()])
    return { free, size }
  })
  const add = <Label extends string, Figures>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<Figures | null>,
    toSamples: (figures: Figures) => Sample<Label>[],
  ) =>
    addGauge(register, { name, help, labelNames }, async () => {
      const figures = await read()
      return figures === null ? [] : toSamples(figures)
    })

  addGauge(
    register,
    { name: 'hoshi_database_up', help: 'Whether the database answers this process: 1 or 0.', labelNames: [] },
    async () => single(Number((await readDatabase()) !== null)),
  )
  addGauge(
    register,
    {
      name: 'hoshi_events_lag_seconds',
      help: 'Time from sending an event until this process hears it; 2 when it takes longer or is lost.',
      labelNames: [],
    },
    async () => single(await parts.eventsLag.measure()),
  )
  add('hoshi_schema_version', 'Number of the newest migration.', [], readDatabase, ({ schema }) => single(schema))
  add('hoshi_jobs', 'Jobs by queue and state.', ['queue', 'state'], readDatabase, ({ queues }) =>
    queues.map(({ kind, state, count }) => ({ labels: { queue: kind, state }, value: count })),
  )
  add(
    'hoshi_jobs_oldest_seconds',
    'How long the oldest of these jobs has been in its state.',
    ['queue', 'state'],
    readDatabase,
    ({ queues }) =>
      queues.map(({ kind, state, oldestSeconds }) => ({ labels: { queue: kind, state }, value: oldestSeconds })),
  )
  add('hoshi_uploads_open', 'Uploads that are not complete.', [], readDatabase, ({ openUploads }) =>
    single(openUploads),
  )
  add('hoshi_stored_bytes', 'What videos take, up to five minutes ago.', ['kind'], readDatabase, ({ stored }) =>
    stored === null
      ? []
      : [
          { labels: { kind: 'originals' }, value: stored.originals },
          { labels: { kind: 'renditions' }, value: stored.renditions },
        ],
  )
  add('hoshi_storage_free_bytes', 'Free space on the disk of the data folder.', [], readDisk, ({ free }) =>
    single(free),
  )
  add('hoshi_storage_size_bytes', 'Size of the disk of the data folder.', [], readDisk, ({ size }) => single(size))
}

async function readFigures({ db, jobs, video }: SiteParts): Promise<DatabaseFigures> {
  const [{ schema }, queues, openUploads, stored] = await Promise.all([
    databaseVersions(db),
    jobs.queues(db),
    video.openUploads(),
    video.storedBytes(),
  ])
  return { schema, queues, openUploads, stored }
}

/** Resolves to null where the read fails or takes too long. */
function holdForScrape<Figures>(read: () => Promise<Figures>): () => Promise<Figures | null> {
  return holdReads({ holdMs: HELD_MS, now: () => performance.now() }, () =>
    Promise.race([read().catch(() => null), sleep(READ_LIMIT_MS).then(() => null)]),
  )
}
