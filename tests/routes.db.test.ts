import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { createLog } from '#platform/log.server.ts'
import { streamSettings } from '#server/http/api/live-streams.ts'
import { createHttpApp } from '#server/http/app.server.ts'
import { Secret } from '#server/secret.ts'
import type { EmbeddedHost } from '#video/embedded-host/embedded-host.server.ts'
import { queryDatabase } from './support/data/query-database.server.ts'
import { publishEpisode } from './support/data/ready-video.server.ts'
import { apiRouteAccess } from './support/http/api-route-access.ts'
import { otherRouteAccess } from './support/http/other-route-access.ts'
import { createPerson, createStranger, type Person } from './support/http/person.ts'
import type { Call, PathParams, RouteAccess } from './support/http/route-access.ts'
import { createUpload } from './support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from './support/worlds/test-hoshi.ts'

/** Every route of the server, and its statuses for each person. A route that is missing here fails the test. */
const expectations: RouteAccess = { ...apiRouteAccess, ...otherRouteAccess }

let site: TestHoshi
let owner: Person
let people: Record<'stranger' | 'viewer' | 'other' | 'owner', Pick<Person, 'call'>>

beforeAll(async () => {
  const environment = { ROLE: 'web', STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'a-token' }
  site = await createTestHoshi({ environment })
  owner = await createPerson(site.url, 'creator')
  people = {
    stranger: createStranger(site.url),
    viewer: await createPerson(site.url, 'viewer'),
    other: await createPerson(site.url, 'creator'),
    owner,
  }
})

afterAll(() => site?.close())

// Over HTTP the comment limit is too low for every route.
const storeComment = `
  with counted as (insert into episode_stats (episode_id) values ($2) on conflict do nothing)
  insert into comments (id, episode_id, author_uid, text, created_at) values ($1, $2, $3, 'Lovely', now())`

const storeNote = `
  with counted as (insert into episode_stats (episode_id) values ($2) on conflict do nothing)
  insert into comments (id, episode_id, author_uid, text, frame, on_picture, created_at)
  values ($1, $2, $3, 'Lovely', 0, true, now())`

type Fixture = keyof PathParams

/** The owner's things that the paths and the bodies of calls name. */
function fixturesIn(calls: Call[]): Set<Fixture> {
  const named = new Set<Fixture>()
  const noting = new Proxy({} as PathParams, {
    get(_, name: Fixture) {
      named.add(name)
      return ''
    },
  })
  for (const [, path, , body] of calls) {
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) named.add(name as Fixture)
    body?.('owner', noting)
  }
  return named
}

/** Creates what is named, and what that needs. */
async function createFixtures(named: Set<Fixture>): Promise<PathParams> {
  const has = (...names: Fixture[]) => names.some((name) => named.has(name))
  const params: Partial<PathParams> = { uid: owner.account.uid }
  if (has('episode', 'ready', 'series', 'comment', 'note')) {
    const { id, video } = await publishEpisode(site, owner)
    Object.assign(params, { episode: id, ready: video.uid })
  }
  // The numbers of an owner's unfinished uploads and series are limited.
  if (has('video', 'upload', 'draft'))
    await queryDatabase(site.connectionString, `delete from videos where state = 'pendingupload'`)
  if (has('series', 'outline')) await queryDatabase(site.connectionString, 'delete from series')
  if (has('video', 'upload')) {
    const { uid, uploadURL } = await createUpload(owner, 10)
    Object.assign(params, { video: uid, upload: uploadURL.split('/').at(-1) })
  }
  if (has('draft')) {
    const { uid: videoId } = await createUpload(owner, 10)
    params.draft = await create('/episodes', { title: 'T', genre: 'Action', nsfw: false, videoId })
  }
  if (has('series')) {
    params.series = await create('/series', { title: 'T' })
    await owner.call('PUT', `/api/v1/series/${params.series}/episodes`, { episodeIds: [params.episode] })
  }
  if (has('outline')) params.outline = await create('/series', { title: 'T' })
  for (const [name, statement] of [
    ['comment', storeComment],
    ['note', storeNote],
  ] as const) {
    if (!has(name)) continue
    params[name] = newId()
    await queryDatabase(site.connectionString, statement, [params[name], params.episode, owner.account.uid])
  }
  return params as PathParams
}

/** Creates something of the owner's. @returns its id */
async function create(path: string, fields: object): Promise<string> {
  const response = await owner.call('POST', `/api/v1${path}`, fields)
  return ((await response.json()) as { id: string }).id
}

test('every route of the server has an expectation', () => {
  const app = createHttpApp({
    rooms: site.hoshi.rooms,
    site: site.config,
    uploads: { handle: async () => new Response(), receiving: () => 0, close: () => {} },
    handleWebhook: async () => {},
    compatibleApi: { accountId: 'hoshi', token: new Secret('a token'), host: site.hoshi.rooms.video as EmbeddedHost },
    metrics: async () => new Response(),
    observeRequest: () => {},
    streams: streamSettings(),
    pageCache: null,
    health: { handleHealth: async () => new Response(), handleReadiness: async () => new Response() },
    screens: {
      handleShared: () => null,
      handle: async () => new Response(),
      patternOf: () => '*',
      handleFault: () => new Response(),
    },
    clientDir: null,
    log: createLog('silent'),
  })
  const known = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))].sort()
  // Global middleware, and the screens, which tests/screens/ covers in a browser.
  const globalMiddleware = 'ALL /*'
  expect(known).toEqual([globalMiddleware, ...Object.keys(expectations)].sort())
})

/** Their refusals come from what the body says. */
const decidedByBody: ReadonlySet<string> = new Set([
  ...['PUT /api/v1/me/password', 'PUT /api/v1/me/email', 'DELETE /api/v1/me', 'POST /api/v1/reports'],
  ...['POST /api/v1/me/notifications/read', 'ALL /api/auth/*'],
])
const brokenBodies: [type: string, body: string][] = [
  ['application/json', '{'],
  ['application/json', '{"unknown":"\\u0000"}'],
  ['application/json', '[]'],
  ['text/plain', 'title'],
  ['image/png', 'no picture'],
  ['multipart/form-data; boundary=x', 'no form'],
  ['application/json', `{"title":"${'x'.repeat(70_000)}"}`],
]

/** The calls of a route that may have a body, unless what it says decides about them. */
function writesOf(route: string, calls: Call[]): Call[] {
  const takesFile = /^(PUT|POST) .*\/(avatar|poster|subtitles|fonts|import)$/.test(route)
  const takesBody = takesFile || calls.some(([, , , body]) => body !== undefined)
  return takesBody && !decidedByBody.has(route) ? calls.filter(([method]) => !['GET', 'HEAD'].includes(method)) : []
}

test('what is wrong with a body is told only to those who may send one', async () => {
  const sent: string[] = []
  const wrong: string[] = []
  for (const [route, calls] of Object.entries(expectations)) {
    const writes = writesOf(route, calls)
    const params = await createFixtures(fixturesIn(writes))
    for (const [method, path, [stranger, viewer, other]] of writes) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof PathParams) => params[name])
      for (const [who, expected] of Object.entries({ stranger, viewer, other })) {
        if (![401, 403, 404].includes(expected)) continue
        for (const [type, body] of brokenBodies) {
          const bytes = new TextEncoder().encode(body)
          const { status } = await people[who as keyof typeof people].call(method, url, bytes, { 'Content-Type': type })
          const answer = `${method} ${path}, ${who}, ${type} ${body.slice(0, 20)}: ${status}`
          sent.push(answer)
          if (status !== expected) wrong.push(answer)
        }
      }
    }
  }
  expect(sent.length).toBeGreaterThan(700)
  expect(wrong).toEqual([])
})

describe('access', () => {
  test.each(Object.entries(expectations))('%s', async (_route, calls) => {
    expect(calls.length).toBeGreaterThan(0)
    const params = await createFixtures(fixturesIn(calls))
    for (const [method, path, statuses, body] of calls) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof PathParams) => params[name])
      const headers: Record<string, string> = url.startsWith('/api/uploads/') ? { 'Tus-Resumable': '1.0.0' } : {}
      const received: Record<string, number> = {}
      // The owner comes last, because a DELETE removes the resource for everybody.
      for (const who of ['stranger', 'viewer', 'other', 'owner'] as const) {
        const response = await people[who].call(method, url, body?.(who, params), headers)
        received[who] = response.status
      }
      const [stranger, viewer, other, ownerStatus] = statuses
      expect(received, `${method} ${path}`).toEqual({ stranger, viewer, other, owner: ownerStatus })
    }
  })
})
