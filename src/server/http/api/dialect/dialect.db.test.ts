import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { callDialect, dialectSettings, uploadInDialect } from '#tests/support/dialect.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { makeReadyVideo, publishEpisode } from '#tests/support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { head, someBytes } from '#tests/support/tus.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web', ...dialectSettings } })
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

const asking = { maxDurationSeconds: 600, meta: { name: 'Rain' } }
const ask = (body: unknown = asking) => callDialect(site.url, 'POST', '/direct_upload', body)
const look = (uid: string) => callDialect(site.url, 'GET', `/${uid}`)

async function result<Result>(answer: Response): Promise<Result> {
  const body = (await answer.json()) as { success: boolean; errors: unknown[]; messages: unknown[]; result: Result }
  expect([answer.status, body.success, body.errors, body.messages]).toEqual([200, true, [], []])
  return body.result
}

async function expectFailure(answer: Response, status: number, code: number): Promise<void> {
  const body = (await answer.json()) as object
  expect(answer.status).toBe(status)
  expect(body).toEqual({
    result: null,
    success: false,
    errors: [{ code, message: expect.stringMatching(/\.|Not Found/) }],
    messages: [],
  })
}

describe('direct upload', () => {
  test('gives a uid and a one-time address that takes one form of any size', async () => {
    const given = await result<{ uid: string; uploadURL: string }>(await ask())
    expect(given.uploadURL).toMatch(new RegExp(`^${site.url}/api/uploads/\\w{26}$`))
    const waiting = await result<{ status: object; duration: number }>(await look(given.uid))
    expect(waiting).toMatchObject({
      uid: given.uid,
      meta: { name: 'Rain' },
      duration: -1,
      size: 0,
      readyToStream: false,
      status: { state: 'pendingupload', pctComplete: '0.000000' },
      playback: { views: 0 },
    })
    const bytes = someBytes(3000)
    const { uid, sent } = await uploadInDialect(site.url, new Uint8Array(bytes))
    expect([sent.status, await sent.json()]).toEqual([200, { uid, sizeBytes: 3000 }])
    expect(await result(await look(uid))).toMatchObject({ size: 3000, status: { state: 'queued' } })
  })

  test('a video without a name is called Untitled', async () => {
    const { uid } = await result<{ uid: string }>(await ask({ maxDurationSeconds: 60 }))
    expect(await result(await look(uid))).toMatchObject({ meta: { name: 'Untitled' } })
  })

  test('with a creator of this Hoshi it is theirs, and an episode can stand on it', async () => {
    const { uid } = await result<{ uid: string }>(await ask({ ...asking, creator: creator.account.uid }))
    expect(await result(await look(uid))).toMatchObject({ creator: creator.account.uid })
    const episode = { title: 'Rain', genre: 'Drama', nsfw: false, videoId: uid }
    expect((await creator.call('POST', '/api/v1/episodes', episode)).status).toBe(201)
  })

  test('nobody makes an episode of a video that is not theirs', async () => {
    const { uid } = await result<{ uid: string }>(await ask())
    const episode = { title: 'Rain', genre: 'Drama', nsfw: false, videoId: uid }
    expect((await creator.call('POST', '/api/v1/episodes', episode)).status).toBe(422)
    expect((await creator.call('GET', `/api/v1/videos/${uid}`)).status).toBe(404)
  })

  test('its address speaks no tus, whose uploads begin with their length', async () => {
    const { uploadURL } = await result<{ uploadURL: string }>(await ask())
    expect((await head(uploadURL)).status).toBe(400)
  })

  test.each([
    ['no length', {}],
    ['a length over ten minutes', { maxDurationSeconds: 601 }],
    ['no length at all', { maxDurationSeconds: 0 }],
    ['what cannot be honoured', { ...asking, requireSignedURLs: true }],
    ['a field that nobody knows', { ...asking, colour: 'blue' }],
    ['a name that is too long', { ...asking, meta: { name: 'x'.repeat(256) } }],
    ['meta that is no object', { ...asking, meta: 'Rain' }],
    ['an origin that is none', { ...asking, allowedOrigins: ['https://example.com/path'] }],
    ['a moment outside of the film', { ...asking, thumbnailTimestampPct: 1.5 }],
    ['an expiry that is past', { ...asking, expiry: '2020-01-01T00:00:00Z' }],
    ['an expiry that is no time', { ...asking, expiry: 'tomorrow' }],
  ])('refuses %s', async (_what, body) => {
    await expectFailure(await ask(body), 400, 10005)
  })

  test('refuses what is no JSON, and a meta that nests without end', async () => {
    const headers = { Authorization: `Bearer ${dialectSettings.STREAM_API_TOKEN}`, 'Content-Type': 'application/json' }
    const url = `${site.url}/client/v4/accounts/hoshi/stream/direct_upload`
    await expectFailure(await fetch(url, { method: 'POST', headers, body: '{' }), 400, 10004)
    const body = `{"maxDurationSeconds":60,"meta":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
    await expectFailure(await fetch(url, { method: 'POST', headers, body }), 400, 10005)
  })

  test('takes an expiry of any offset, and tells of it', async () => {
    const expiry = new Date(Date.now() + 3_600_000)
    const there = `${new Date(expiry.getTime() + 5.5 * 3_600_000).toISOString().slice(0, -1)}+05:30`
    const { uid } = await result<{ uid: string }>(await ask({ ...asking, expiry: there }))
    expect(await result(await look(uid))).toMatchObject({ uploadExpiry: expiry.toISOString() })
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain'])(
    'a body is JSON, also where it is called %s',
    async (type) => {
      const answer = await fetch(`${site.url}/client/v4/accounts/hoshi/stream/direct_upload`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${dialectSettings.STREAM_API_TOKEN}`,
          'Content-Type': type,
          'Upload-Creator': '',
        },
        body: JSON.stringify(asking),
      })
      const { uid } = await result<{ uid: string }>(answer)
      expect(await result(await look(uid))).toMatchObject({ meta: { name: 'Rain' } })
    },
  )

  test('refuses an unknown creator, and a viewer', async () => {
    await expectFailure(await ask({ ...asking, creator: '\0' }), 404, 10003)
    await expectFailure(await ask({ ...asking, creator: 'nobody' }), 404, 10003)
    const viewer = await createPerson(site.url, 'viewer')
    await expectFailure(await ask({ ...asking, creator: viewer.account.uid }), 403, 10005)
  })

  test('an address nobody used is forgotten when it expires', async () => {
    const { uid, uploadURL } = await result<{ uid: string; uploadURL: string }>(await ask())
    await askDatabase(site.connectionString, `update videos set upload_expires_at = now() where uid = $1`, [uid])
    const form = new FormData()
    form.set('file', new File(['x'], 'clip.mp4'))
    expect((await fetch(uploadURL, { method: 'POST', body: form })).status).toBe(410)
  })
})

describe('status', () => {
  test('tells state, length, playback and views of a creator’s video', async () => {
    const { id, video } = await publishEpisode(site, creator)
    await creator.call('POST', `/api/v1/episodes/${id}/views`, { kind: 'watch', visitId: 'one' })
    expect(await result(await look(video.uid))).toMatchObject({
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
    await expectFailure(await look('unknown'), 404, 10003)
  })

  test('lengths are told in whole milliseconds', async () => {
    const { video } = await publishEpisode(site, creator)
    const measured = 'update videos set duration_seconds = 2.0416666 where uid = $1'
    await askDatabase(site.connectionString, measured, [video.uid])
    expect(await result(await look(video.uid))).toMatchObject({ duration: 2.042 })
  })

  test('what is not known is absent, and nothing is null', async () => {
    const { uid } = await result<{ uid: string }>(await ask())
    const told = await result<object>(await look(uid))
    const absent = ['creator', 'uploaded', 'readyToStreamAt', 'thumbnail', 'thumbnailTimestampPct']
    expect(Object.keys(told).filter((field) => absent.includes(field))).toEqual([])
    expect(JSON.stringify(told)).not.toContain('null')
  })
})

describe('what is not there', () => {
  const authorized = { Authorization: `Bearer ${dialectSettings.STREAM_API_TOKEN}` }

  test.each(['/client', '/client/', '/client/v4/user', '/client/v4/accounts/hoshi/images', '/client/v4/accounts'])(
    '%s is answered in the form of the service',
    async (path) => {
      await expectFailure(await fetch(site.url + path), 404, 7000)
      await expectFailure(await fetch(site.url + path, { method: 'POST', body: '{}' }), 404, 7000)
    },
  )

  test.each(['/unknown/audio', '/unknown/downloads', '/live_inputs/one/outputs'])(
    '%s is no part of it',
    async (path) => {
      await expectFailure(await callDialect(site.url, 'GET', path), 404, 7000)
    },
  )

  test.each([
    ['PUT', '', 'GET, HEAD, POST'],
    ['PATCH', '/unknown', 'GET, HEAD, POST, DELETE'],
  ])('%s %s is another method than it has', async (method, path, allow) => {
    const url = `${site.url}/client/v4/accounts/hoshi/stream${path}`
    const answer = await fetch(url, { method, headers: authorized })
    expect(answer.headers.get('allow')).toBe(allow)
    await expectFailure(answer, 405, 7001)
  })

  test('copies are refused', async () => {
    const answer = await callDialect(site.url, 'POST', '/copy', { url: 'https://example.com/film.mp4' })
    await expectFailure(answer, 403, 10007)
  })
})

describe('the token', () => {
  test.each([
    ['a wrong token', { token: 'another' }],
    ['another account', { account: 'other' }],
  ])('%s gets nothing', async (_what, credentials) => {
    await expectFailure(await callDialect(site.url, 'GET', '/unknown', undefined, credentials), 401, 10000)
    await expectFailure(await callDialect(site.url, 'POST', '/direct_upload', asking, credentials), 401, 10000)
  })

  test('without settings nothing of it is described', async () => {
    const plain = await createTestHoshi({ environment: { ROLE: 'web' } })
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
  await askDatabase(site.connectionString, 'update videos set creator_id = null, is_published = true where uid = $1', [
    uid,
  ])
  await expect.poll(async () => (await fetch(site.url + media.segment)).status).toBe(200)
})
