import type Cloudflare from 'cloudflare'
import { APIError } from 'cloudflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../src/app/messages/refusals.server.ts'
import { queryDatabase } from '../tests/support/data/query-database.server.ts'
import { makeReadyVideo, publishEpisode } from '../tests/support/data/ready-video.server.ts'
import { callCompatibleApi, compatibleApiSettings } from '../tests/support/http/compatible-api.ts'
import { createPerson, type Person } from '../tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '../tests/support/worlds/test-hoshi.ts'
import { openServiceClient } from './service-client.ts'

// The hosted service's own Node client, against Hoshi's compatible API.
let site: TestHoshi
let client: Cloudflare
let creator: Person

const account = { account_id: compatibleApiSettings.STREAM_ACCOUNT_ID }

beforeAll(async () => {
  site = await createTestHoshi({ environment: compatibleApiSettings })
  client = openServiceClient(site.url)
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

const meta = { name: 'Rain', season: 2, tags: ['quiet', 'night'], nested: { deep: [null, { a: 'b' }] }, nul: '\u0000' }

async function create(fields: object = {}): Promise<string> {
  const { uid } = await client.stream.directUpload.create({ ...account, maxDurationSeconds: 60, ...fields })
  return uid!
}

/** The error that the client throws for a refusal. */
async function thrownBy(call: Promise<unknown>): Promise<{ status: number; code: number; message: string }> {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(APIError)
  const { status, errors } = thrown as { status: number; errors: { code: number; message: string }[] }
  return { status, ...errors[0]! }
}

async function refusalOf(call: Promise<unknown>): Promise<{ status: number; code: number }> {
  const { status, code } = await thrownBy(call)
  return { status, code }
}

describe('get', () => {
  test('returns everything set at creation', async () => {
    const settings = { meta, allowedOrigins: ['example.com', '*.example.org'], thumbnailTimestampPct: 0.25 }
    const uid = await create({ ...settings, creator: creator.account.uid })
    const video = await client.stream.get(uid, account)
    expect(video).toMatchObject({
      ...settings,
      uid,
      creator: creator.account.uid,
      maxDurationSeconds: 60,
      duration: -1,
      requireSignedURLs: false,
      readyToStream: false,
      status: { state: 'pendingupload', errorReasonCode: '' },
    })
    const moments = [video.created, video.modified, video.uploadExpiry].map((moment) => Date.parse(moment ?? ''))
    expect(moments.filter(Number.isNaN)).toEqual([])
  })

  test('the creator may be given in a header', async () => {
    const uid = await create({ 'Upload-Creator': creator.account.uid })
    expect(await client.stream.get(uid, account)).toMatchObject({ creator: creator.account.uid })
  })

  test('a creator without an account here is stored, found and changed', async () => {
    const uid = await create({ creator: 'studio-7' })
    const { result } = await client.stream.list({ ...account, creator: 'studio-7' })
    expect(result.map((video) => [video.uid, video.creator])).toEqual([[uid, 'studio-7']])
    expect(await client.stream.edit(uid, { ...account, creator: 'studio-8' })).toMatchObject({ creator: 'studio-8' })
  })

  test('an unknown video is not found', async () => {
    expect(await refusalOf(client.stream.get('unknown', account))).toEqual({ status: 404, code: 10003 })
  })

  test('a wrong token has its own error', async () => {
    const other = openServiceClient(site.url, 'another')
    expect(await refusalOf(other.stream.get('unknown', account))).toEqual({ status: 401, code: 10000 })
  })

  test.each([
    ['not_a_video', 'ERR_NON_VIDEO'],
    ['too_long', 'ERR_DURATION_EXCEED_CONSTRAINT'],
    ['longer_than_agreed', 'ERR_DURATION_EXCEED_CONSTRAINT'],
    ['truncated', 'ERR_MALFORMED_VIDEO'],
    ['processing_failed', 'ERR_UNKNOWN'],
  ])('a video that failed for %s reports %s', async (reason, code) => {
    const uid = await create()
    const fail = `update videos set state = 'error', reason_code = $2 where uid = $1`
    await queryDatabase(site.connectionString, fail, [uid, reason])
    const { status } = await client.stream.get(uid, account)
    expect(status).toMatchObject({
      state: 'error',
      errorReasonCode: code,
      errorReasonText: expect.stringMatching(/\.$/),
    })
  })
})

describe('list', () => {
  let own: Person
  let uids: string[]
  const listed = async (params: object) => {
    const { result } = await client.stream.list({ ...account, creator: own.account.uid, ...params })
    return result.map(({ uid }) => uid)
  }

  beforeAll(async () => {
    own = await createPerson(site.url, 'creator')
    uids = []
    for (const [index, name] of ['Rain', 'Snow', 'Late rain'].entries()) {
      const uid = await create({ creator: own.account.uid, meta: { name } })
      uids.push(uid)
      const setCreatedAt = 'update videos set created_at = $2 where uid = $1'
      await queryDatabase(site.connectionString, setCreatedAt, [uid, `2026-0${index + 1}-01T00:00:00Z`])
    }
  })

  test('lists the newest first, or the oldest', async () => {
    expect(await listed({})).toEqual(uids.toReversed())
    expect(await listed({ asc: true })).toEqual(uids)
    expect(await listed({ limit: 1 })).toEqual([uids[2]])
  })

  test.each([
    ['a time', { start: '2026-02-01T00:00:00Z', end: '2026-03-01T00:00:00Z' }, [1]],
    ['a time under other names', { after: '2026-02-01T01:00:00+01:00', before: '2026-03-01' }, [1]],
    ['a part of the name', { search: 'RAIN' }, [2, 0]],
    ['the name', { video_name: 'Rain' }, [0]],
    ['a state', { status: 'pendingupload' }, [2, 1, 0]],
    ['a state that no video is in', { status: 'downloading' }, []],
    ['live streams', { type: 'live' }, []],
  ])('filters by %s', async (_what, params, indexes) => {
    expect(await listed(params)).toEqual(indexes.map((index) => uids[index]))
  })

  test('filters by ids, and counts all matches', async () => {
    expect(await listed({ id: `${uids[0]},${uids[1]},unknown` })).toEqual([uids[1], uids[0]])
    const path = `?creator=${own.account.uid}&limit=2&include_counts=true`
    expect(await (await callCompatibleApi(site.url, 'GET', path)).json()).toMatchObject({ total: 3, range: 2 })
  })

  test('leaves out videos made by other means', async () => {
    await makeReadyVideo(site, own)
    expect(await listed({})).toEqual(uids.toReversed())
  })

  test.each([
    { limit: 1001 },
    { limit: 0 },
    { status: 'lost' },
    { start: 'yesterday' },
    { search: '\0' },
    { id: '\0' },
  ])('refuses %j', async (params) => {
    const call = client.stream.list({ ...account, ...(params as object) })
    expect(await refusalOf(call.then(() => null))).toEqual({ status: 400, code: 10005 })
  })
})

describe('edit', () => {
  test('replaces meta, and the name with it', async () => {
    const uid = await create({ meta })
    const changed = await client.stream.edit(uid, { ...account, meta: { name: 'Snow', mood: 'bright' } })
    expect(changed.meta).toEqual({ name: 'Snow', mood: 'bright' })
    expect((await client.stream.get(uid, account)).meta).toEqual({ name: 'Snow', mood: 'bright' })
    const { result } = await client.stream.list({ ...account, video_name: 'Snow' })
    expect(result.map((video) => video.uid)).toContain(uid)
  })

  test('changes only the given fields', async () => {
    const uid = await create({ meta, allowedOrigins: ['example.com'] })
    const changed = await client.stream.edit(uid, { ...account, thumbnailTimestampPct: 0.5 })
    expect(changed).toMatchObject({ meta, allowedOrigins: ['example.com'], thumbnailTimestampPct: 0.5 })
    const cleared = await client.stream.edit(uid, { ...account, allowedOrigins: [] })
    expect(cleared).toMatchObject({ meta, allowedOrigins: [], thumbnailTimestampPct: 0.5 })
  })

  test.each([
    ['an invalid origin', { allowedOrigins: ['not an origin'] }],
    ['another video’s uid', { uid: 'another' }],
    ['an unsupported option', { requireSignedURLs: true }],
  ])('refuses %s', async (_what, fields) => {
    const uid = await create()
    const call = client.stream.edit(uid, { ...account, ...fields })
    expect(await refusalOf(call)).toEqual({ status: 400, code: 10005 })
  })

  test('refuses to change videos made by other means', async () => {
    const { uid } = await makeReadyVideo(site, creator)
    expect(await client.stream.get(uid, account)).toMatchObject({ uid })
    const edit = client.stream.edit(uid, { ...account, meta: { name: 'Mine' } })
    const message = messages['video.not_made_here']
    expect(await thrownBy(edit)).toEqual({ status: 403, code: 10005, message })
    expect(await refusalOf(client.stream.delete(uid, account))).toEqual({ status: 403, code: 10005 })
  })

  test('an unknown video is not found', async () => {
    expect(await refusalOf(client.stream.edit('unknown', account))).toEqual({ status: 404, code: 10003 })
  })
})

describe('delete', () => {
  test('removes a video', async () => {
    const uid = await create()
    await client.stream.delete(uid, account)
    expect(await refusalOf(client.stream.get(uid, account))).toEqual({ status: 404, code: 10003 })
    expect(await refusalOf(client.stream.delete(uid, account))).toEqual({ status: 404, code: 10003 })
  })

  test('refuses a video that an episode uses', async () => {
    const { video } = await publishEpisode(site, creator)
    const adopt = `insert into service_videos (video_uid, meta) values ($1, '{}')`
    await queryDatabase(site.connectionString, adopt, [video.uid])
    expect(await refusalOf(client.stream.delete(video.uid, account))).toEqual({ status: 409, code: 10005 })
    expect(await client.stream.get(video.uid, account)).toMatchObject({ uid: video.uid })
  })
})

test('copies are refused', async () => {
  const call = client.stream.copy.create({ ...account, url: 'https://example.com/film.mp4' })
  expect(await thrownBy(call)).toEqual({ status: 403, code: 10007, message: messages['video.copy_unavailable'] })
})
