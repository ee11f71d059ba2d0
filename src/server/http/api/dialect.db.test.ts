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
      playback: { hls: null, views: 0 },
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
    ['no length', {}, 422],
    ['a length over ten minutes', { maxDurationSeconds: 601 }, 422],
    ['no length at all', { maxDurationSeconds: 0 }, 422],
    ['what cannot be honoured', { ...asking, requireSignedURLs: true }, 422],
    ['a name that is too long', { ...asking, meta: { name: 'x'.repeat(256) } }, 422],
  ])('refuses %s', async (_what, body, status) => {
    await expectFailure(await ask(body), status, 10005)
  })

  test('refuses an unknown creator, and a viewer', async () => {
    await expectFailure(await ask({ ...asking, creator: 'nobody' }), 404, 10003)
    const viewer = await createPerson(site.url, 'viewer')
    await expectFailure(await ask({ ...asking, creator: viewer.account.uid }), 403, 10005)
  })

  test('an address takes bytes until the time it was asked for, and no longer', async () => {
    const past = new Date(Date.now() - 1000).toISOString()
    const { uploadURL } = await result<{ uploadURL: string }>(await ask({ ...asking, expiry: past }))
    const form = new FormData()
    form.set('file', new File(['x'], 'clip.mp4'))
    expect((await fetch(uploadURL, { method: 'POST', body: form })).status).toBe(410)
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
