import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEmptyDatabase } from './crash/external-database.ts'
import { upload, waitForFinalState } from './crash/tus.ts'
import { createPerson } from './support/http/person.ts'
import { type CollectedSpan, startTraceCollector, type TraceCollector } from './support/http/trace-collector.ts'
import { makeClip } from './support/media/clips.server.ts'
import { eventually } from './support/run/eventually.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from './support/worlds/hoshi-process.server.ts'
import { freePort } from './support/worlds/ports.server.ts'

let root: string
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let collector: TraceCollector
let web: HoshiProcess

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-tracing-'))
  database = await createEmptyDatabase(inject('postgresUrl'))
  collector = await startTraceCollector()
  const shared = {
    PORT: await freePort(),
    DATA_DIR: join(root, 'data'),
    DATABASE_URL: database.url,
    SECRET: 'a secret that only this test knows of',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  }
  web = await startHoshi({ ...shared, ROLE: 'web' })
  await startHoshi({ ...shared, ROLE: 'worker' })
})

afterAll(async () => {
  if (root) await destroyInstance(root)
  collector?.close()
  await database?.drop()
})

const named = (name: string) => collector.spans.filter((span) => span.name === name)

/** A span and what caused it, up to the beginning of its trace. */
function chainOf(span: CollectedSpan): CollectedSpan[] {
  const cause = collector.spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId)
  return cause ? [span, ...chainOf(cause)] : [span]
}

test('one trace leads from the request that finishes an upload over its jobs to ffmpeg, in two processes', async () => {
  const creator = await createPerson(web.url, 'creator')
  const uid = await upload(creator, await makeClip(join(root, 'clips'), { seconds: 2, video: 'hevc' }))
  expect((await waitForFinalState(creator, uid)).status.state).toBe('ready')
  const uploadRequest = 'web PATCH /api/uploads/:key'
  const chains = () =>
    collector.spans
      .filter(({ name }) => ['ffmpeg', 'ffprobe'].includes(name))
      .map((span) =>
        chainOf(span)
          .map(({ role, name }) => `${role} ${name}`)
          .reverse()
          .join(' › '),
      )
  await expect
    .poll(() => [...new Set(chains())])
    .toEqual(
      expect.arrayContaining([
        `${uploadRequest} › worker job video.measure › worker ffprobe`,
        `${uploadRequest} › worker job video.measure › worker job video.encode › worker ffmpeg`,
      ]),
    )
  const texts = JSON.stringify(collector.spans)
  expect([uid, creator.email, creator.account.uid].filter((secret) => texts.includes(secret))).toEqual([])
})

test('a request begins a trace of its own, whatever trace its sender names', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  const { status } = await fetch(new URL('/about', web.url), { headers })
  expect(status).toBe(200)
  await eventually('the page has a span', () => named('GET /about').length === 1)
  const [span] = named('GET /about')
  expect([span!.traceId === traceId, span!.parentSpanId || null]).toEqual([false, null])
  // It was asked for until it answered.
  expect(named('GET /healthz')).toEqual([])
  expect(span!.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
})
