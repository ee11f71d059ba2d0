import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { sendRaw } from '#tests/support/http/raw-http.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const TOKEN = 'a-token-for-prometheus'
const docs = readFileSync(join(import.meta.dirname, '../../../docs/operate/metrics.md'), 'utf8')

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ cachesPages: true, environment: { METRICS_TOKEN: TOKEN } })
  creator = await createPerson(site.url, 'creator', 'Mio')
})

afterAll(() => site?.close())

async function scrape(url = site.url): Promise<string> {
  const response = await fetch(`${url}/metrics`)
  expect(response.status).toBe(200)
  return await response.text()
}

/** The value of one sample; null where there is none. */
function sampleIn(text: string, sample: string): number | null {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? null : Number(line.slice(sample.length + 1))
}

describe('who may read the metrics', () => {
  test('callers on this machine, and those with the token', async () => {
    const local = await fetch(`${site.url}/metrics`)
    expect(local.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(local.headers.get('cache-control')).toBe('no-store')
    const forwarded = { 'X-Forwarded-For': '192.0.2.7' }
    const withToken = await fetch(`${site.url}/metrics`, {
      headers: { ...forwarded, Authorization: `Bearer ${TOKEN}` },
    })
    expect([local.status, withToken.status]).toEqual([200, 200])
    expect(await withToken.text()).toContain('hoshi_build_info{')
  })

  test.each<Record<string, string>>([
    { 'X-Forwarded-For': '127.0.0.1' },
    { 'X-Forwarded-For': '192.0.2.7', Authorization: 'Bearer another-token-entirely' },
    { Host: 'hoshi.example' },
  ])('others get the page of an unknown address: %j', async (headers) => {
    const host = { Host: new URL(site.url).host }
    const [refused, unknown] = await Promise.all(
      ['/metrics', '/unknown'].map((path) => sendRaw(`${site.url}${path}`, { headers: { ...host, ...headers } })),
    )
    const without = ({ headers: all }: typeof refused & object) =>
      Object.keys(all).filter((name) => name !== 'x-request-id')
    expect(refused!.status).toBe(404)
    expect(without(refused!)).toEqual(without(unknown!))
    const anonymous = (text: string) =>
      text.replaceAll(/unknown|metrics/g, 'PATH').replaceAll(/nonce="[^"]+"|[0-9a-z]{26}/g, '')
    expect(anonymous(refused!.text)).toBe(anonymous(unknown!.text))
    expect(refused!.text).not.toMatch(/hoshi_(?!theme\b)/)
  })
})

test('requests are counted by the pattern of their route, never by a path', async () => {
  const id = await seedEpisode(site.connectionString, creator, { title: 'Rain' })
  const stranger = createStranger(site.url)
  const requests: [string, string, string][] = [
    ['GET', '/', '{method="GET",route="/",status="200"}'],
    ['GET', `/watch/${id}`, '{method="GET",route="/watch/:episodeId",status="200"}'],
    ['HEAD', `/watch/${id}`, '{method="HEAD",route="/watch/:episodeId",status="200"}'],
    ['GET', '/a-page-nobody-made', '{method="GET",route="*",status="404"}'],
    ['GET', `/api/v1/episodes/${id}`, '{method="GET",route="/api/v1/episodes/:id",status="200"}'],
    ['GET', '/api/v1/nothing', '{method="GET",route="/api/*",status="404"}'],
    ['PATCH', '/api/uploads/secret', '{method="PATCH",route="/api/uploads/:key",status="404"}'],
    ['GET', '/media/nobody/master.m3u8', '{method="GET",route="/media/*",status="404"}'],
    ['PROPFIND', '/explore', '{method="other",route="/explore",status="405"}'],
    ['GET', '/favicon.svg', '{method="GET",route="files",status="200"}'],
    ['GET', '/healthz', '{method="GET",route="/healthz",status="200"}'],
  ]
  const before = await scrape()
  for (const [method, path] of requests) await (await stranger.call(method, path)).arrayBuffer()
  const after = await scrape()
  const counted = requests.map(([, , labels]) => {
    const sample = `hoshi_http_requests_total${labels}`
    return [labels, (sampleIn(after, sample) ?? 0) - (sampleIn(before, sample) ?? 0)]
  })
  expect(counted).toEqual(requests.map(([, , labels]) => [labels, 1]))
  expect(after).not.toMatch(new RegExp(`${id}|nobody|secret`))
  const durations = 'hoshi_http_request_duration_seconds'
  expect(sampleIn(after, `${durations}_count{method="GET",route="/watch/:episodeId"}`)).toBe(1)
  expect(sampleIn(after, `${durations}_bucket{le="+Inf",method="GET",route="/watch/:episodeId"}`)).toBe(1)
})

test('figures of this process and of the site follow what happens', async () => {
  const before = await scrape()
  const stream = await openEventStream(creator, '/api/v1/me/notifications/live')
  await createUpload(creator, 10)
  await queryDatabase(
    site.connectionString,
    `insert into pgboss.job (name, data, start_after, created_on)
     values ('mail.write', '{}', now() - interval '10 minutes', now() - interval '10 minutes')`,
  )
  // A page that is asked for twice within a second may have been rendered twice on a slow machine.
  await expect
    .poll(async () => {
      for (const path of ['/explore', '/explore']) await (await fetch(site.url + path)).arrayBuffer()
      return sampleIn(await scrape(), 'hoshi_page_cache_requests_total{result="hit"}') ?? 0
    })
    .toBeGreaterThan(sampleIn(before, 'hoshi_page_cache_requests_total{result="hit"}') ?? 0)
  await expect.poll(async () => sampleIn(await scrape(), 'hoshi_uploads_open')).toBe(1)
  const after = await scrape()
  const streams = 'hoshi_event_streams_open{kind="notifications"}'
  expect([sampleIn(before, streams), sampleIn(after, streams)]).toEqual([null, 1])
  stream.close()
  await expect.poll(async () => sampleIn(await scrape(), streams)).toBe(0)

  expect(sampleIn(after, 'hoshi_jobs{queue="mail.write",state="waiting"}')).toBeGreaterThanOrEqual(1)
  expect(sampleIn(after, 'hoshi_jobs_oldest_seconds{queue="mail.write",state="waiting"}')).toBeGreaterThanOrEqual(600)
  expect(sampleIn(after, 'hoshi_database_up')).toBe(1)
  expect(sampleIn(after, 'hoshi_events_listening')).toBe(1)
  expect(sampleIn(after, 'hoshi_events_lag_seconds')).toBeLessThanOrEqual(2)
  expect(sampleIn(after, 'hoshi_database_connections{state="idle"}')).toBeGreaterThan(0)
  const migrations = readdirSync(join(import.meta.dirname, '../../../db/migrations'))
  expect(sampleIn(after, 'hoshi_schema_version')).toBe(
    Math.max(...migrations.filter((name) => name.endsWith('.sql')).map((name) => Number.parseInt(name, 10))),
  )
  expect(sampleIn(after, 'hoshi_storage_free_bytes')).toBeGreaterThan(0)
  expect(sampleIn(after, 'hoshi_stored_bytes{kind="originals"}')).toBeGreaterThanOrEqual(0)
  // Nothing was measured between two questions that follow each other at once.
  await expect
    .poll(async () => sampleIn(await scrape(), 'hoshi_event_loop_lag_seconds{quantile="0.99"}') ?? -1)
    .toBeGreaterThanOrEqual(0)
  expect(sampleIn(after, 'process_cpu_seconds_total')).toBeGreaterThan(sampleIn(before, 'process_cpu_seconds_total')!)
})

test('the documentation lists exactly the metrics that there are', async () => {
  const exposed = [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`)
  const documented = [...docs.matchAll(/^\| `(\w+)(?:\{[^}]*\})?` \| (\w+) \|/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  )
  expect(documented.length).toBeGreaterThan(25)
  expect(documented.sort()).toEqual(exposed.sort())
})

test('the documentation names the labels of each metric', async () => {
  const text = await scrape()
  const documented = new Map(
    [...docs.matchAll(/^\| `(\w+)(?:\{([^}]*)\})?` \|/gm)].map(([, name = '', labels = '']) => [name, labels]),
  )
  const used = [...text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?(?:\{([^}]*)\})? /gm)].map(
    ([, name = '', labels = '']) => {
      const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label).filter((label) => label !== 'le')
      return [name, names.sort().join(', ')] as const
    },
  )
  expect(used.length).toBeGreaterThan(25)
  const wrong = used.filter(([name, labels]) => documented.get(name)?.split(', ').sort().join(', ') !== labels)
  expect(wrong).toEqual([])
})

test('a database that is gone leaves the metrics of the process, and says so', async () => {
  const other = await createTestHoshi()
  onTestFinished(() => other.close())
  await queryDatabase(other.connectionString, 'alter table videos rename to videos_gone')
  const text = await scrape(other.url)
  expect(sampleIn(text, 'hoshi_database_up')).toBe(0)
  expect(sampleIn(text, 'hoshi_uploads_open')).toBeNull()
  expect(sampleIn(text, 'hoshi_database_connections_max')).toBe(20)
})

test('a worker answers its health and its metrics, and nothing else', async () => {
  const http = createServer(site.hoshi.operations)
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void http.close())
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  expect(sampleIn(await scrape(url), 'hoshi_database_up')).toBe(1)
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(url + path, { headers })).status
  expect(await Promise.all(['/healthz', '/readyz', '/', '/media/a/b'].map((path) => statusOf(path)))).toEqual([
    ...[200, 200, 404, 404],
  ])
  const forwarded = { 'X-Forwarded-For': '192.0.2.7' }
  expect(await statusOf('/metrics', forwarded)).toBe(404)
  expect(await statusOf('/metrics', { ...forwarded, Authorization: `Bearer ${TOKEN}` })).toBe(200)
})
