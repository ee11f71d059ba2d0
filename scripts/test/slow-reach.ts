// The slow tests that a change can reach beyond their imports: they start whole processes, or the whole application.

const crash = (name: string) => `tests/crash/${name}.slow.test.ts`
const spec = (name: string) => `tests/screens/${name}.slow.spec.ts`
const client = (name: string) => `clients/${name}.slow.test.ts`

/**
 * Slow tests that `.ci/run` always runs, since their faults would cost people their files. The longest are first, as
 * each of them takes a process for minutes.
 */
export const slowCore: readonly string[] = [
  crash('killed-while-writing'),
  'src/video/encode/odd-files.slow.test.ts',
  crash('poison'),
  crash('killed-at-each-step'),
  crash('stopped-and-started'),
  crash('several-processes'),
  crash('full-disk'),
  crash('audit'),
  crash('backup'),
  crash('killed-while-counting'),
  crash('wrong-database'),
  crash('replaced-file'),
  'src/video/cleanup/cleanup.slow.test.ts',
  'src/server/import/killed-import.slow.test.ts',
  'src/platform/embedded-postgres.slow.test.ts',
]

const processing = ['src/video/encode/', 'src/video/ingest/', 'src/video/media/']
const jobs = ['src/platform/jobs.server.ts', 'src/platform/job-', 'src/platform/embedded-postgres.server.ts']
const disk = ['src/platform/disk-', 'src/platform/storage', 'src/platform/upload-spool.server.ts']
const database = [
  'src/platform/postgres-',
  'src/platform/connection.server.ts',
  'src/platform/transact.server.ts',
  'db/',
]
const starting = [
  'src/server/main.ts',
  'src/server/config',
  'src/server/open-platform.ts',
  'src/server/database-server.ts',
]
const player = [
  'src/app/player/',
  'src/app/episode-player/',
  'src/app/playback/',
  'src/app/screens/watch.tsx',
  'src/app/watch/',
]
const study = ['src/app/study/', 'src/app/playback/', 'src/app/screens/watch.tsx']
const captions = ['src/app/captions/', 'src/subtitles/script/', 'src/subtitles/text/', 'src/subtitles/fonts/']
const uploading = ['src/app/upload/', 'src/app/screens/upload.tsx', 'src/video/ingest/']
const compatibleApi = [
  'src/server/http/api/compatible/',
  'src/video/cloudflare-host/',
  'src/video/site-uploads.server.ts',
]

/** Beginnings of paths. A change of such a file reaches the test. */
export const slowReach: Readonly<Record<string, readonly string[]>> = {
  [client('openapi-client')]: ['src/server/http/api/'],
  [client('openapi-rules')]: ['src/server/http/api/'],
  [client('other-site-upload')]: compatibleApi,
  [client('refused-uploads')]: [...compatibleApi, ...uploading],
  [client('service-client')]: compatibleApi,
  [client('service-tus')]: compatibleApi,
  [client('service-upload')]: compatibleApi,
  [client('third-party-player')]: [...compatibleApi, 'src/video/media/hls/'],
  'scripts/shots/shots.slow.test.ts': ['scripts/shots/'],
  [crash('audit')]: ['src/video/audit/', 'src/server/audit', 'src/platform/audit.ts', ...disk],
  [crash('av1-set')]: ['src/video/av1-rows.server.ts', 'src/engagement/popular-episodes', ...processing],
  [crash('backup')]: ['src/server/backup', 'src/platform/cluster-', 'src/server/restore.ts', ...disk, ...database],
  [crash('chunks')]: ['src/video/chunk-rows.server.ts', ...processing, ...jobs],
  [crash('community')]: ['src/community/', 'src/engagement/', ...jobs, ...database],
  [crash('demo')]: ['src/demo/', 'demo/', ...starting],
  [crash('first-encode-budget')]: ['src/video/video-jobs.ts', ...processing, ...jobs],
  [crash('full-disk')]: [...disk, ...processing],
  [crash('hanging-database')]: [...database, ...starting, 'src/server/http/problem'],
  [crash('interrupted-form')]: [...compatibleApi, 'src/video/cleanup/', 'src/video/quotas.server.ts', ...disk],
  [crash('killed-at-each-step')]: [...processing, ...jobs, ...disk],
  [crash('killed-while-counting')]: ['src/engagement/', ...database],
  [crash('killed-while-writing')]: [...processing, ...jobs, ...disk],
  [crash('move')]: ['src/server/move/', 'src/server/storage.ts', 'src/platform/s3-', ...disk, ...starting],
  [crash('poison')]: ['src/video/failure-', ...processing, ...jobs],
  [crash('replaced-file')]: ['src/video/retired-rows.server.ts', 'src/video/episode-videos.server.ts', ...processing],
  [crash('restored-dump')]: ['src/video/cleanup/', 'src/video/audit/', ...database],
  [crash('several-processes')]: [...jobs, ...database, ...starting],
  [crash('uploads-in-parts')]: [
    'src/video/ingest/',
    'src/video/cleanup/',
    'src/platform/s3-',
    'src/platform/locks.server.ts',
  ],
  [crash('stopped-and-started')]: [...processing, ...jobs, ...starting],
  [crash('wrong-database')]: ['src/platform/installation.server.ts', ...database, ...starting],
  [spec('ass-captions')]: captions,
  [spec('av1-video')]: ['src/video/av1-rows.server.ts', 'src/engagement/popular-episodes', 'src/app/playback/'],
  [spec('card-preview')]: ['src/app/episodes/', 'src/video/media/stills/'],
  [spec('dashboard-file-no-script')]: ['src/app/dashboard/', 'src/app/edit-episode/', 'src/app/screens/edit-episode'],
  [spec('error-catalogue')]: ['src/app/messages/', 'src/platform/refusal'],
  [spec('firefox-player')]: player,
  [spec('firefox-study')]: study,
  [spec('firefox-texts')]: [...captions, 'src/app/notes/'],
  [spec('flagged-episode')]: ['src/moderation/', 'src/administration/', 'src/app/moderation/', 'src/app/console/'],
  [spec('killed-upload')]: uploading,
  [spec('late-fonts')]: ['src/app/fonts/', 'src/app/styles/', 'scripts/stand-in-faces.ts'],
  [spec('other-codecs')]: processing,
  [spec('player-keyboard-walk')]: [...player, ...study, ...captions, 'src/app/notes/'],
  [spec('player-recovery')]: player,
  [spec('processing-queue')]: [...uploading, ...jobs, 'src/app/own-episodes/'],
  [spec('sound-in-time')]: ['src/video/media/hls/', 'src/video/media/probe/', 'src/app/player/', 'src/app/playback/'],
  [spec('sparse-video')]: ['src/video/media/hls/', 'src/video/media/probe/'],
  [spec('study-frames')]: study,
  [spec('up-next')]: ['src/app/up-next/', 'src/library/', 'src/app/player/'],
  [spec('upload-queue')]: uploading,
  [spec('webvtt')]: ['src/subtitles/text/'],
  'tests/compose.slow.test.ts': [
    'compose.yaml',
    'deploy/',
    'Dockerfile',
    ...starting,
    'src/video/ingest/',
    'src/platform/s3-',
  ],
  // Packages that the server imports can be missing in the image only.
  'tests/container-image.slow.test.ts': [
    'Dockerfile',
    '.dockerignore',
    '.npmrc',
    'package',
    'deploy/container/',
    'scripts/launch/build.mjs',
    'src/server/main.ts',
  ],
  'tests/prometheus.slow.test.ts': [
    'src/server/metrics/',
    'src/server/http/metrics',
    'deploy/prometheus/',
    ...starting,
  ],
  'tests/reported-files.slow.test.ts': [...processing, 'src/subtitles/text/', 'src/subtitles/reader/'],
  'tests/tracing.slow.test.ts': ['src/server/tracing.ts', 'src/platform/tracing.ts', ...jobs],
  'tests/upgrade.slow.test.ts': ['src/platform/migrations.server.ts', 'src/server/extra-node.ts', ...jobs, ...starting],
}
