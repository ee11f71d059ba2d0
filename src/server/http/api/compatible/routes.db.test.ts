import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo, publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { callCompatibleApi, compatibleApiSettings, uploadToCompatibleApi } from '#tests/support/http/compatible-api.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { head, someBytes } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ environment: compatibleApiSettings })
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

const directUpload = { maxDurationSeconds: 600, meta: { name: 'Rain' } }
const requestUpload = (body: unknown = directUpload) => callCompatibleApi(site.url, 'POST', '/direct_upload', body)
const getVideo = (uid: string) => callCompatibleApi(site.url, 'GET', `/${uid}`)

async function result<Result>(response: Response): Promise<Result> {
  const body = (await response.json()) as { success: boolean; errors: unknown[]; messages: unknown[]; result: Result }
  expect([response.status, body.success, body.errors, body.messages]).toEqual([200, true, [], []])
  return body.result
}

async function expectFailure(response: Response, status: number, code: number): Promise<void> {
  const body = (await response.json()) as object
  expect(response.status).toBe(status)
  expect(body).toEqual({
    result: null,
    success: false,
    errors: [{ code, message: expect.stringMatching(/\.|Not Found/) }],
    messages: [],
  })
}

describe('direct upload', () => {
  test('returns a uid and a one-time URL that takes one form of any size', async () => {
    const upload = await result<{ uid: string; uploadURL: string }>(await requestUpload())
    expect(upload.uploadURL).toMatch(new RegExp(`^${site.url}/api/uploads/\\w{26}$`))
    const pending = await result<{ status: object; duration: number }>(await getVideo(upload.uid))
    expect(pending).toMatchObject({
      uid: upload.uid,
      meta: { name: 'Rain' },
      duration: -1,
      size: 0,
      readyToStream: false,
      status: { state: 'pendingupload', pctComplete: '0.000000' },
      playback: { views: 0 },
    })
    const bytes = someBytes(3000)
    const { uid, sent } = await uploadToCompatibleApi(site.url, new Uint8Array(bytes))
    expect([sent.status, await sent.json()]).toEqual([200, { uid, sizeBytes: 3000 }])
    expect(await result(await getVideo(uid))).toMatchObject({ size: 3000, status: { state: 'queued' } })
  })

  test.each([
    ['nothing', {}],
    ['no name', { season: 2, nested: [null, { a: 'b' }] }],
    ['a file name', { filename: 'rain.mp4' }],
    ['a name that is too long here', { name: `${' '.repeat(9)}${'x'.repeat(2000)}` }],
    ['a name of several lines', { name: 'Rain\nfalls' }],
    ['a name that is no text', { name: 7 }],
  ])('meta is returned as it was sent: %s', async (_what, meta) => {
    const { uid } = await result<{ uid: string }>(await requestUpload({ maxDurationSeconds: 60, meta }))
    expect((await result<{ meta: unknown }>(await getVideo(uid))).meta).toEqual(meta)
    const edited = { ...meta, mood: 'bright' }
    const changed = await callCompatibleApi(site.url, 'POST', `/${uid}`, { meta: edited })
    expect((await result<{ meta: unknown }>(changed)).meta).toEqual(edited)
  })

  test('a video without a name is called Untitled, which is no part of its meta', async () => {
    const { uid } = await result<{ uid: string }>(await requestUpload({ ...directUpload, meta: {} }))
    expect((await result<{ meta: unknown }>(await getVideo(uid))).meta).toEqual({})
    const listed = await callCompatibleApi(site.url, 'GET', '?video_name=Untitled')
    expect((await result<{ uid: string }[]>(listed)).map((video) => video.uid)).toContain(uid)
  })

  test('with a creator of this Hoshi, the video is theirs and can become an episode', async () => {
    const { uid } = await result<{ uid: string }>(
      await requestUpload({ ...directUpload, creator: creator.account.uid }),
    )
    expect(await result(await getVideo(uid))).toMatchObject({ creator: creator.account.uid })
    const episode = { title: 'Rain', genre: 'Drama', nsfw: false, videoId: uid }
    expect((await creator.call('POST', '/api/v1/episodes', episode)).status).toBe(201)
  })

  test('only the owner of a video can publish it', async () => {
    const { uid } = await result<{ uid: string }>(await requestUpload())
    const episode = { title: 'Rain', genre: 'Drama', nsfw: false, videoId: uid }
    expect((await creator.call('POST', '/api/v1/episodes', episode)).status).toBe(422)
    expect((await creator.call('GET', `/api/v1/videos/${uid}`)).status).toBe(404)
  })

  test('its URL does not support tus, whose uploads begin with their length', async () => {
    const { uploadURL } = await result<{ uploadURL: string }>(await requestUpload())
    expect((await head(uploadURL)).status).toBe(400)
  })

  test.each([
    ['no length', {}],
    ['a length over ten minutes', { maxDurationSeconds: 601 }],
    ['no length at all', { maxDurationSeconds: 0 }],
    ['what cannot be honoured', { ...directUpload, requireSignedURLs: true }],
    ['an unknown field', { ...directUpload, colour: 'blue' }],
    ['meta that is not an object', { ...directUpload, meta: 'Rain' }],
    ['an invalid origin', { ...directUpload, allowedOrigins: ['https://example.com/path'] }],
    ['a time outside the video', { ...directUpload, thumbnailTimestampPct: 1.5 }],
    ['an expiry in the past', { ...directUpload, expiry: '2020-01-01T00:00:00Z' }],
    ['an invalid expiry', { ...directUpload, expiry: 'tomorrow' }],
  ])('refuses %s', async (_what, body) => {
    await expectFailure(await requestUpload(body), 400, 10005)
  })

  test('refuses malformed JSON, and a meta that is nested too deeply', async () => {
    const headers = {
      Authorization: `Bearer ${compatibleApiSettings.STREAM_API_TOKEN}`,
      'Content-Type': 'application/json',
    }
    const url = `${site.url}/client/v4/accounts/hoshi/stream/direct_upload`
    await expectFailure(await fetch(url, { method: 'POST', headers, body: '{' }), 400, 10004)
    const body = `{"maxDurationSeconds":60,"meta":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
    await expectFailure(await fetch(url, { method: 'POST', headers, body }), 400, 10005)
  })

  test('accepts an expiry with any offset, and returns it', async () => {
    const expiry = new Date(Date.now() + 3_600_000)
    const withOffset = `${new Date(expiry.getTime() + 5.5 * 3_600_000).toISOString().slice(0, -1)}+05:30`
    const { uid } = await result<{ uid: string }>(await requestUpload({ ...directUpload, expiry: withOffset }))
    expect(await result(await getVideo(uid))).toMatchObject({ uploadExpiry: expiry.toISOString() })
  })

  test('an expiry beyond the lifetime of the URL is shortened to it', async () => {
    const day = 24 * 3_600_000
    const before = Date.now()
    const expiry = new Date(before + 30 * day).toISOString()
    const { uid } = await result<{ uid: string }>(await requestUpload({ ...directUpload, expiry }))
    const { uploadExpiry } = await result<{ uploadExpiry: string }>(await getVideo(uid))
    expect(Date.parse(uploadExpiry)).toBeGreaterThanOrEqual(before + day)
    expect(Date.parse(uploadExpiry)).toBeLessThanOrEqual(Date.now() + day)
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain'])(
    'a body is read as JSON, even with the type %s',
    async (type) => {
      const response = await fetch(`${site.url}/client/v4/accounts/hoshi/stream/direct_upload`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${compatibleApiSettings.STREAM_API_TOKEN}`,
          'Content-Type': type,
          'Upload-Creator': '',
        },
        body: JSON.stringify(directUpload),
      })
      const { uid } = await result<{ uid: string }>(response)
      expect(await result(await getVideo(uid))).toMatchObject({ meta: { name: 'Rain' } })
    },
  )

  test('any other creator is stored and returned, may be changed, and owns nothing', async () => {
    const { uid } = await result<{ uid: string }>(await requestUpload({ ...directUpload, creator: 'studio-7' }))
    expect(await result(await getVideo(uid))).toMatchObject({ creator: 'studio-7' })
    const edit = (named: string) => callCompatibleApi(site.url, 'POST', `/${uid}`, { creator: named })
    expect(await result(await edit(creator.account.uid))).toMatchObject({ creator: creator.account.uid })
    expect((await creator.call('GET', `/api/v1/videos/${uid}`)).status).toBe(404)
    expect(await result(await edit(''))).not.toHaveProperty('creator')
  })

  test('refuses a creator with invalid or too long text, and a viewer', async () => {
    await expectFailure(await requestUpload({ ...directUpload, creator: '\0' }), 400, 10005)
    await expectFailure(await requestUpload({ ...directUpload, creator: 'x'.repeat(65) }), 400, 10005)
    const viewer = await createPerson(site.url, 'viewer')
    await expectFailure(await requestUpload({ ...directUpload, creator: viewer.account.uid }), 403, 10005)
  })

  test('an unused URL is removed when it expires', async () => {
    const { uid, uploadURL } = await result<{ uid: string; uploadURL: string }>(await requestUpload())
    await queryDatabase(
      site.connectionString,
      `update videos set upload_expires_at = now() - interval '1 second' where uid = $1`,
      [uid],
    )
    const form = new FormData()
    form.set('file', new File(['x'], 'clip.mp4'))
    expect((await fetch(uploadURL, { method: 'POST', body: form })).status).toBe(410)
  })
})

describe('status', () => {
  test('returns state, length, playback and views of a creator’s video', async () => {
    const { id, video } = await publishEpisode(site, creator)
    await creator.call('POST', `/api/v1/episodes/${id}/views`, { kind: 'watch', visitId: 'one' })
    expect(await result(await getVideo(video.uid))).toMatchObject({
      uid: video.uid,
      creator: creator.account.uid,
      duration: 2,
      input: { width: 320, height: 180 },
      readyToStream: true,
      status: { state: 'ready', pctComplete: '100.000000', errorReasonCode: '', errorReasonText: '' },
      thumbnail: `${site.url}${video.media.poster}`,
      preview: `${site.url}/${video.uid}/iframe`,
      playback: { hls: `${site.url}${video.media.master}`, views: 1 },
    })
  })

  test('an unknown uid is not found', async () => {
    await expectFailure(await getVideo('unknown'), 404, 10003)
  })

  test('lengths are in whole milliseconds', async () => {
    const { video } = await publishEpisode(site, creator)
    const measured = 'update videos set duration_seconds = 2.0416666 where uid = $1'
    await queryDatabase(site.connectionString, measured, [video.uid])
    expect(await result(await getVideo(video.uid))).toMatchObject({ duration: 2.042 })
  })

  test('unknown values are absent, and nothing is null', async () => {
    const { uid } = await result<{ uid: string }>(await requestUpload())
    const described = await result<object>(await getVideo(uid))
    const absent = ['creator', 'uploaded', 'readyToStreamAt', 'thumbnail', 'thumbnailTimestampPct']
    expect(Object.keys(described).filter((field) => absent.includes(field))).toEqual([])
    expect(JSON.stringify(described)).not.toContain('null')
  })
})

describe('an unsupported call', () => {
  const authorized = { Authorization: `Bearer ${compatibleApiSettings.STREAM_API_TOKEN}` }

  test.each(['/client', '/client/', '/client/v4/user', '/client/v4/accounts/hoshi/images', '/client/v4/accounts'])(
    '%s gets a response in the form of the service',
    async (path) => {
      await expectFailure(await fetch(site.url + path), 404, 7000)
      await expectFailure(await fetch(site.url + path, { method: 'POST', body: '{}' }), 404, 7000)
    },
  )

  test.each(['/unknown/audio', '/unknown/downloads', '/live_inputs/one/outputs'])('%s does not exist', async (path) => {
    await expectFailure(await callCompatibleApi(site.url, 'GET', path), 404, 7000)
  })

  test.each([
    ['PUT', '', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/unknown', 'GET, HEAD, POST, DELETE'],
  ])('%s %s is refused with the allowed methods', async (method, path, allow) => {
    const url = `${site.url}/client/v4/accounts/hoshi/stream${path}`
    const response = await fetch(url, { method, headers: authorized })
    expect(response.headers.get('allow')).toBe(allow)
    await expectFailure(response, 405, 7001)
  })

  test('copies are refused', async () => {
    const response = await callCompatibleApi(site.url, 'POST', '/copy', { url: 'https://example.com/film.mp4' })
    await expectFailure(response, 403, 10007)
  })
})

describe('the token', () => {
  test.each([
    ['a wrong token', { token: 'another' }],
    ['another account', { account: 'other' }],
  ])('%s is refused', async (_what, credentials) => {
    await expectFailure(await callCompatibleApi(site.url, 'GET', '/unknown', undefined, credentials), 401, 10000)
    await expectFailure(
      await callCompatibleApi(site.url, 'POST', '/direct_upload', directUpload, credentials),
      401,
      10000,
    )
  })

  test('without settings none of its calls are described', async () => {
    const plain = await createTestHoshi()
    try {
      const { paths } = (await (await fetch(`${plain.url}/api/openapi.json`)).json()) as { paths: object }
      expect(Object.keys(paths).some((path) => path.startsWith('/client/'))).toBe(false)
    } finally {
      await plain.close()
    }
  })
})

test('media of a video without an owner are public as soon as it plays', async () => {
  const { uid, media } = await makeReadyVideo(site, creator)
  expect((await fetch(site.url + media.segment)).status).toBe(404)
  await queryDatabase(
    site.connectionString,
    'update videos set creator_id = null, is_published = true where uid = $1',
    [uid],
  )
  await expect.poll(async () => (await fetch(site.url + media.segment)).status).toBe(200)
})
