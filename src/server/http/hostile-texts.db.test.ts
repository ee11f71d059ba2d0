import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { type NamedOperation, operationsOf, readDescription } from '#tests/support/http/api-description.ts'
import type { Person } from '#tests/support/http/person.ts'
import { pathOf, replaceEachText } from '#tests/support/http/replaced-texts.ts'
import { linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { type NormalizedRuns, watchNormalizedRuns } from '#tests/support/run/normalized-runs.ts'
import { stackedMarks } from '#tests/support/run/stacked-marks.ts'
import { createFullAccount, type FullAccount } from '#tests/support/worlds/full-account.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { BODY_MAX_BYTES } from './request-body.server.ts'

let site: TestHoshi
let its: FullAccount
let admin: Person
let operations: NamedOperation[]
let normalized: NormalizedRuns

beforeAll(async () => {
  site = await createTestHoshi()
  its = await createFullAccount(site)
  admin = await createStaff(site, 'admin')
  operations = operationsOf(await readDescription(site.url))
  normalized = watchNormalizedRuns()
})
beforeEach(() => normalized.reset())
afterAll(async () => {
  vi.restoreAllMocks()
  await site?.close()
})

/** A mark has two bytes. */
const hostile = (bytes: number) => stackedMarks(bytes / 2)
const caller = (path: string) => (/\/(?:admin|moderation)\//.test(path) ? admin : its.creator)

interface Sent {
  name: string
  status: number
}
const faults = (sent: Sent[]) => sent.filter(({ status }) => status >= 500)

test('no text in a body holds the server up, at the size of the largest body', async () => {
  const sent: Sent[] = []
  for (const { name, method, path, operation } of operations) {
    const example = operation.requestBody?.content['application/json']?.example
    for (const body of replaceEachText(example, hostile(BODY_MAX_BYTES - 8 * 1024))) {
      const { status } = await caller(path).call(method, pathOf(its, path), body)
      sent.push({ name, status })
    }
  }
  expect(sent.length).toBeGreaterThan(60)
  expect(sent.filter(({ status }) => status === 413)).toEqual([])
  expect(faults(sent)).toEqual([])
  expect(normalized.longest()).toBeLessThanOrEqual(60)
})

test('no text in a body with a character that the database refuses is a fault', async () => {
  const sent: Sent[] = []
  for (const { name, method, path, operation } of operations) {
    const example = operation.requestBody?.content['application/json']?.example
    for (const body of replaceEachText(example, 'a\0b')) {
      const { status } = await caller(path).call(method, pathOf(its, path), body)
      sent.push({ name, status })
    }
  }
  expect(sent.length).toBeGreaterThan(60)
  expect(faults(sent)).toEqual([])
})

test('no text of the length of its field does', async () => {
  const sent: Sent[] = []
  for (const { name, method, path, operation } of operations) {
    const example = operation.requestBody?.content['application/json']?.example
    for (const characters of [40, 1000]) {
      for (const body of replaceEachText(example, stackedMarks(characters))) {
        const { status } = await caller(path).call(method, pathOf(its, path), body)
        sent.push({ name, status })
      }
    }
  }
  expect(sent.length).toBeGreaterThan(120)
  expect(faults(sent)).toEqual([])
  expect(normalized.count()).toBeGreaterThan(10)
  expect(normalized.longest()).toBeLessThanOrEqual(60)
})

test('no text in a query does', async () => {
  const sent: Sent[] = []
  for (const { name, method, path, operation } of operations.filter((each) => each.method === 'GET')) {
    for (const { name: field, in: place } of operation.parameters ?? []) {
      if (place !== 'query') continue
      const query = `${field}=${encodeURIComponent(hostile(1000))}`
      const { status } = await caller(path).call(method, `${pathOf(its, path)}?${query}`)
      sent.push({ name, status })
    }
  }
  expect(sent.length).toBeGreaterThan(20)
  expect(faults(sent)).toEqual([])
  expect(normalized.longest()).toBeLessThanOrEqual(60)
})

test('no file of subtitles and no name of one does', async () => {
  const { call } = its.other
  const { id } = await publishEpisode(site, its.other)
  const path = `/api/v1/episodes/${id}/subtitles`
  const fields = { language: 'en', kind: 'subtitles' }
  const named = subtitleForm(linesFile(['One']), { ...fields, label: hostile(BODY_MAX_BYTES / 2) })
  expect((await call('POST', path, named)).status).toBe(422)
  for (const format of ['vtt', 'srt', 'ass'] as const) {
    const added = await call(
      'POST',
      path,
      subtitleForm(linesFile([hostile(20_000)], format), { ...fields, label: format }),
    )
    expect(added.status).toBe(201)
    const { url, vttUrl } = (await added.json()) as { url: string; vttUrl: string }
    for (const text of [url, vttUrl]) expect((await call('GET', text)).status).toBe(200)
  }
  expect(normalized.longest()).toBeLessThanOrEqual(60)
})
