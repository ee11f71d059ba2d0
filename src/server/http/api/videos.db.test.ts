import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo, publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let other: Person
let viewer: Person

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
  other = await createPerson(site.url, 'creator')
  viewer = await createPerson(site.url, 'viewer')
})

afterAll(() => site?.close())

/** A response without the parts that differ at each request. */
async function problemOf(response: Response): Promise<unknown> {
  const { requestId, ...rest } = (await response.json()) as Record<string, unknown>
  expect(requestId).toBe(response.headers.get('x-request-id'))
  return rest
}

const upload = { name: 'clip.mp4', sizeBytes: 10 }

describe('uploading', () => {
  test('is refused to anonymous callers and viewers with the specified messages', async () => {
    const stranger = await createStranger(site.url).call('POST', '/api/v1/videos', upload)
    expect(await problemOf(stranger)).toEqual({
      status: 401,
      title: 'Unauthorized',
      code: 'identity.sign_in_required',
      detail: 'You must be logged in.',
    })
    expect(await problemOf(await viewer.call('POST', '/api/v1/videos', upload))).toEqual({
      status: 403,
      title: 'Forbidden',
      code: 'video.creators_only',
      detail: 'Only creators can upload content.',
    })
  })

  test.each([0, -1, 1.5, '10'])('of %j bytes is refused', async (sizeBytes) => {
    const response = await creator.call('POST', '/api/v1/videos', { ...upload, sizeBytes })
    expect(await problemOf(response)).toMatchObject({ status: 422, code: 'video.size_invalid', field: 'sizeBytes' })
  })

  test('depends on the role in the database at that moment', async () => {
    const person = await createPerson(site.url, 'creator')
    expect((await person.call('POST', '/api/v1/videos', upload)).status).toBe(201)
    await queryDatabase(site.connectionString, "update users set role = 'viewer', is_creator = false where id = $1", [
      person.account.uid,
    ])
    expect((await person.call('POST', '/api/v1/videos', upload)).status).toBe(403)
    const forged = { ...upload, role: 'creator' }
    expect((await viewer.call('POST', '/api/v1/videos', forged)).status).toBe(403)
  })
})

describe('a video', () => {
  test('is shown to its owner with its state and media', async () => {
    const { uid, media } = await makeReadyVideo(site, creator)
    const response = await creator.call('GET', `/api/v1/videos/${uid}`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      uid,
      status: { state: 'ready', percentComplete: 100 },
      durationSeconds: 2,
      width: 320,
      height: 180,
      frameRate: { numerator: 24, denominator: 1 },
      views: 0,
      sha256: null,
      sameAs: null,
      playback: { hls: media.master, poster: media.poster, preview: null, storyboard: null },
      hasChosenPoster: false,
    })
  })

  test('of another person looks exactly like one that does not exist', async () => {
    const { uid } = await createUpload(creator, 10)
    for (const person of [other, viewer]) {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/retry'],
        ['GET', '/original'],
      ] as const) {
        const real = await problemOf(await person.call(method, `/api/v1/videos/${uid}${path}`))
        expect(real).toMatchObject({ status: 404, code: 'video.not_found' })
        expect(await problemOf(await person.call(method, `/api/v1/videos/${'a'.repeat(26)}${path}`))).toEqual(real)
      }
    }
    expect((await creator.call('GET', `/api/v1/videos/${uid}`)).status).toBe(200)
  })

  test('does not let a poster be chosen before it plays', async () => {
    const { uid } = await createUpload(creator, 10)
    const response = await creator.call('PUT', `/api/v1/videos/${uid}/poster`, { atSeconds: 0 })
    expect(await problemOf(response)).toMatchObject({ status: 409, code: 'video.poster_too_early' })
  })

  test('under an episode is deleted with the episode only', async () => {
    const { id, video } = await publishEpisode(site, creator)
    expect(await problemOf(await creator.call('DELETE', `/api/v1/videos/${video.uid}`))).toMatchObject({
      status: 409,
      code: 'video.in_use',
    })
    expect((await creator.call('DELETE', `/api/v1/episodes/${id}`)).status).toBe(204)
    expect((await creator.call('GET', `/api/v1/videos/${video.uid}`)).status).toBe(404)
    expect((await creator.call('GET', `/api/v1/episodes/${id}`)).status).toBe(404)
  })
})
