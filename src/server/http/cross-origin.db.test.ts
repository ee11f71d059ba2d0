import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo, publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { callCompatibleApi, compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { sendRaw } from '#tests/support/http/raw-http.ts'
import { createUpload, patchHeaders, someBytes } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ environment: compatibleApiSettings })
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

const ELSEWHERE = 'https://elsewhere.example'
const tus = { 'Tus-Resumable': '1.0.0' }

async function requestUpload(fields: object = {}): Promise<{ uid: string; uploadURL: string }> {
  const response = await callCompatibleApi(site.url, 'POST', '/direct_upload', { maxDurationSeconds: 60, ...fields })
  return ((await response.json()) as { result: { uid: string; uploadURL: string } }).result
}

/** Begins a resumable upload with the token, open to every page. */
async function startTusUpload(sizeBytes: number): Promise<{ uid: string; url: string }> {
  const response = await fetch(`${site.url}/client/v4/accounts/hoshi/stream?direct_user=true`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${compatibleApiSettings.STREAM_API_TOKEN}`,
      ...tus,
      'Upload-Length': String(sizeBytes),
    },
  })
  return { uid: response.headers.get('stream-media-id')!, url: response.headers.get('location')! }
}

const preflight = (url: string, method: string) =>
  sendRaw(url, {
    method: 'OPTIONS',
    headers: {
      Origin: ELSEWHERE,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'tus-resumable,upload-offset,content-type',
    },
  })

function form(bytes: number): FormData {
  const fields = new FormData()
  fields.set('file', new File([new Uint8Array(someBytes(bytes))], 'clip.mp4'))
  return fields
}

const sendForm = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: form(2000), headers: { Origin: ELSEWHERE, ...headers } })

/** The headers of a response that concern other sites. */
const sharing = (headers: Headers | Record<string, unknown>) => {
  const all = Object.entries(headers instanceof Headers ? Object.fromEntries(headers) : headers)
  return Object.fromEntries(all.filter(([name]) => /^(access-control-|cross-origin-resource-policy|vary)/.test(name)))
}

describe('an upload URL of the compatible API', () => {
  test('takes a form from a page of another site', async () => {
    const { uid, uploadURL } = await requestUpload()
    const preflightResponse = await preflight(uploadURL, 'POST')
    expect(preflightResponse.status).toBe(204)
    expect(preflightResponse.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-max-age': '7200',
    })
    const sent = await sendForm(uploadURL)
    expect([sent.status, await sent.json()]).toEqual([200, { uid, sizeBytes: 2000 }])
    expect(sent.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('takes chunks from there, and exposes the headers that its page needs to continue', async () => {
    const { url } = await startTusUpload(3000)
    const preflightResponse = await preflight(url, 'PATCH')
    const allowed = String(preflightResponse.headers['access-control-allow-headers']).toLowerCase()
    expect(preflightResponse.headers['access-control-allow-methods']).toContain('PATCH')
    for (const name of ['tus-resumable', 'upload-offset', 'content-type']) expect(allowed).toContain(name)
    const bytes = someBytes(3000)
    const first = { ...patchHeaders(0, 1000), Origin: ELSEWHERE }
    const sent = await sendRaw(url, { method: 'PATCH', headers: first, body: bytes.subarray(0, 1000) })
    expect([sent.status, sent.headers['upload-offset']]).toEqual([204, '1000'])
    expect(sent.headers['access-control-allow-origin']).toBe('*')
    const head = await sendRaw(url, { method: 'HEAD', headers: { ...tus, Origin: ELSEWHERE } })
    expect([head.status, head.headers['upload-offset']]).toEqual([200, '1000'])
    const shown = String(head.headers['access-control-expose-headers']).toLowerCase().split(', ')
    expect(shown).toEqual(expect.arrayContaining(['upload-offset', 'upload-length', 'location', 'stream-media-id']))
    const last = { ...patchHeaders(1000, 2000), Origin: ELSEWHERE }
    const end = await sendRaw(url, { method: 'PATCH', headers: last, body: bytes.subarray(1000) })
    expect([end.status, end.headers['upload-offset']]).toEqual([204, '3000'])
  })

  test('lets a page of another site read why it refuses', async () => {
    const { uploadURL } = await requestUpload()
    await sendForm(uploadURL)
    const again = await sendForm(uploadURL)
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([409, '*'])
    expect(await again.json()).toMatchObject({ code: 'video.upload_finished' })
  })

  test('lets no page send cookies', async () => {
    const { uploadURL } = await requestUpload()
    const preflightResponse = await preflight(uploadURL, 'POST')
    expect(preflightResponse.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('also takes a form with a session, which is not read', async () => {
    const { uploadURL } = await requestUpload()
    expect((await sendForm(uploadURL, { Cookie: 'hoshi_session=of-somebody' })).status).toBe(200)
  })
})

describe('an upload URL of Hoshi’s own pages', () => {
  test('takes nothing from another site', async () => {
    const { uploadURL } = await createUpload(creator, 2000)
    const sent = await sendForm(new URL(uploadURL, site.url).href)
    expect([sent.status, await sent.json()]).toEqual([403, expect.objectContaining({ code: 'request.foreign_origin' })])
    expect(sharing(sent.headers)).not.toHaveProperty('access-control-allow-origin')
  })

  test('responds to a preflight like one that was never issued', async () => {
    const { uploadURL } = await createUpload(creator, 2000)
    const own = await preflight(new URL(uploadURL, site.url).href, 'PATCH')
    const unknown = await preflight(`${site.url}/api/uploads/abcdefghijklmnopqrstuvwxyz`, 'PATCH')
    const lasting = ({ status, headers }: typeof own) => {
      const { date: _date, 'x-request-id': _id, ...others } = headers
      return { status, others }
    }
    expect(lasting(own)).toEqual(lasting(unknown))
    expect(Object.keys(own.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

/** A ready video that counts as created through the compatible API. */
async function makeServiceVideo(allowedOrigins: string[] = []): Promise<ReadyVideo> {
  const video = await makeReadyVideo(site, creator)
  const adopt = `with noted as (insert into service_videos (video_uid, meta, allowed_origins) values ($1, '{}', $2))
    update videos set creator_id = null, is_published = true where uid = $1`
  await queryDatabase(site.connectionString, adopt, [video.uid, allowedOrigins])
  return video
}

const read = (path: string, origin?: string) =>
  fetch(site.url + path, { headers: origin === undefined ? {} : { Origin: origin } })

/** Headers that pages of other sites may read. */
const exposed = { 'access-control-expose-headers': 'Content-Range, ETag' }

describe('media', () => {
  test.each(['master', 'playlist', 'init', 'segment', 'poster'] as const)(
    'of the compatible API are readable by pages of every site: %s',
    async (kind) => {
      const { media } = await makeServiceVideo()
      for (const origin of [ELSEWHERE, undefined]) {
        const { status, headers } = await read(media[kind], origin)
        expect(status).toBe(200)
        expect(sharing(headers)).toEqual({
          ...exposed,
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      }
    },
  )

  test('of the compatible API allow a preflight of sites that may read them', async () => {
    const all = await preflight(site.url + (await makeServiceVideo()).media.segment, 'GET')
    expect(all.status).toBe(204)
    expect(all.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
    })
    const named = (await makeServiceVideo(['elsewhere.example'])).media.segment
    expect((await preflight(site.url + named, 'GET')).headers).toMatchObject({
      'access-control-allow-origin': ELSEWHERE,
    })
    const others = (await makeServiceVideo(['other.example'])).media.segment
    const refused = await preflight(site.url + others, 'GET')
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('of Hoshi’s own pages allow no preflight', async () => {
    const { video } = await publishEpisode(site, creator)
    const { status, headers } = await preflight(site.url + video.media.segment, 'GET')
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(sharing(headers)).toEqual({ 'cross-origin-resource-policy': 'same-origin' })
  })

  test('of Hoshi’s own pages are not shared with other sites', async () => {
    const { video } = await publishEpisode(site, creator)
    const { headers } = await read(video.media.segment, ELSEWHERE)
    expect(sharing(headers)).toEqual({ 'cross-origin-resource-policy': 'same-origin' })
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test('of the compatible API are shared even when an episode uses them', async () => {
    const { video } = await publishEpisode(site, creator)
    const adopt = `insert into service_videos (video_uid, meta) values ($1, '{}')`
    await queryDatabase(site.connectionString, adopt, [video.uid])
    const { headers } = await read(video.media.poster, ELSEWHERE)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const unchanged = await read(video.media.poster)
    const again = await fetch(site.url + video.media.poster, {
      headers: { Origin: ELSEWHERE, 'If-None-Match': unchanged.headers.get('etag')! },
    })
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*'])
  })

  test('that do not play yet are for their owner alone', async () => {
    const video = await makeServiceVideo()
    const owned = 'update videos set creator_id = $2, is_published = false where uid = $1'
    await queryDatabase(site.connectionString, owned, [video.uid, creator.account.uid])
    const hidden = await read(video.media.segment, ELSEWHERE)
    expect([hidden.status, sharing(hidden.headers)]).toEqual([404, { 'cross-origin-resource-policy': 'same-origin' }])
    const own = await creator.call('GET', video.media.segment)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(sharing(own.headers)).toEqual({ 'cross-origin-resource-policy': 'same-origin' })
  })

  test('are readable by the sites that allowedOrigins names, and cached for a minute', async () => {
    const { media } = await makeServiceVideo(['elsewhere.example', '*.allowed.example'])
    for (const origin of [ELSEWHERE, 'https://www.allowed.example']) {
      const { headers } = await read(media.master, origin)
      expect(sharing(headers)).toEqual({
        ...exposed,
        'access-control-allow-origin': origin,
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'Origin',
      })
      expect(headers.get('cache-control')).toBe('public, max-age=60')
    }
    for (const origin of ['https://other.example', undefined]) {
      const { status, headers } = await read(media.master, origin)
      expect([status, sharing(headers)]).toEqual([
        200,
        { 'cross-origin-resource-policy': 'same-origin', vary: 'Origin' },
      ])
      expect(headers.get('cache-control')).toBe('public, max-age=60')
    }
  })

  test('follow a change of allowedOrigins on every node', async () => {
    const other = await createTestHoshi({ environment: compatibleApiSettings, beside: site })
    try {
      const { uid, media } = await makeServiceVideo()
      const nodes = [site, other]
      const allowedEverywhere = async () => {
        const responses = await Promise.all(
          nodes.map(({ url }) => fetch(url + media.segment, { headers: { Origin: ELSEWHERE } })),
        )
        return responses.map(({ headers }) => headers.get('access-control-allow-origin'))
      }
      expect(await allowedEverywhere()).toEqual(['*', '*'])
      await callCompatibleApi(site.url, 'POST', `/${uid}`, { allowedOrigins: ['other.example'] })
      await expect.poll(allowedEverywhere).toEqual([null, null])
      await callCompatibleApi(site.url, 'POST', `/${uid}`, { allowedOrigins: ['elsewhere.example'] })
      await expect.poll(allowedEverywhere).toEqual([ELSEWHERE, ELSEWHERE])
      await callCompatibleApi(site.url, 'POST', `/${uid}`, { allowedOrigins: [] })
      await expect.poll(allowedEverywhere).toEqual(['*', '*'])
    } finally {
      await other.close()
    }
  })
})
