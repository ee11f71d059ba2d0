import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo, publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { callCompatibleApi, compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { sendRaw } from '#tests/support/http/raw-http.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const cdn = 'https://cdn.example'

let site: TestHoshi
let creator: Person
let unpublished: ReadyVideo
let published: Awaited<ReturnType<typeof publishEpisode>>
let purging: Server
/** All calls of the purge URL so far. The first one for each video gets 503. */
const purges: { authorization: string | undefined; body: unknown }[] = []

beforeAll(async () => {
  purging = createServer(
    (request, response) => void handlePurge(request).then((status) => response.writeHead(status).end()),
  )
  purging.listen(0, '127.0.0.1')
  await once(purging, 'listening')
  const { port } = purging.address() as AddressInfo
  site = await createTestHoshi({
    worksJobs: true,
    environment: (url) => ({
      ...compatibleApiSettings,
      PUBLIC_URL: url,
      MEDIA_BASE_URL: `${cdn}/hoshi`,
      CDN_PURGE_URL: `http://hoshi:p%40ss@127.0.0.1:${port}/purge`,
    }),
  })
  creator = await createPerson(site.url, 'creator')
  unpublished = await makeReadyVideo(site, creator)
  published = await publishEpisode(site, creator)
})

afterAll(async () => {
  await site?.close()
  purging?.close()
})

async function handlePurge(request: IncomingMessage): Promise<number> {
  const body = await json(request)
  const isKnown = purges.some((purge) => JSON.stringify(purge.body) === JSON.stringify(body))
  purges.push({ authorization: request.headers.authorization, body })
  return isKnown ? 204 : 503
}

async function playbackOf({ uid }: ReadyVideo): Promise<unknown> {
  const response = await creator.call('GET', `/api/v1/videos/${uid}`)
  return ((await response.json()) as { playback: unknown }).playback
}

describe('with a CDN', () => {
  test('URLs of published media point there, and those of private ones do not', async () => {
    const { master, poster } = published.video.media
    const cdnUrls = { hls: `${cdn}/hoshi${master}`, poster: `${cdn}/hoshi${poster}` }
    expect(await playbackOf(published.video)).toMatchObject(cdnUrls)
    expect(await playbackOf(unpublished)).toMatchObject({
      hls: unpublished.media.master,
      poster: unpublished.media.poster,
    })
    const listed = await (await fetch(`${site.url}/api/v1/episodes/${published.id}`)).json()
    expect(listed).toMatchObject({ poster: cdnUrls.poster })
  })

  test('playlists use relative names, independent of their origin', async () => {
    const { text } = await sendRaw(site.url, { path: published.video.media.playlist })
    expect(text).not.toMatch(/:\/\/|^\//m)
  })

  test('our pages may use public media from there, and pages of other sites may not', async () => {
    const { headers } = await sendRaw(site.url, { path: published.video.media.segment })
    expect(headers).toMatchObject({
      'access-control-allow-origin': site.url,
      'cross-origin-resource-policy': 'cross-origin',
    })
    const ownerResponse = await creator.call('GET', unpublished.media.segment)
    expect([ownerResponse.status, ownerResponse.headers.get('access-control-allow-origin')]).toEqual([200, null])
    expect(ownerResponse.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('the policy of pages admits it for images, media and fetching, not for scripts', async () => {
    const policy = (await sendRaw(site.url, { path: '/no-such-page' })).headers['content-security-policy']
    const admitted = String(policy)
      .split('; ')
      .filter((line) => line.includes(cdn))
      .map((line) => line.split(' ')[0])
    expect(admitted).toEqual(['img-src', 'media-src', 'connect-src'])
  })

  test('it is notified of deletions, again after a failure, and deleting does not wait for it', async () => {
    const { id, video } = await publishEpisode(site, creator)
    expect((await creator.call('DELETE', `/api/v1/episodes/${id}`)).status).toBe(204)
    const purge = {
      authorization: `Basic ${Buffer.from('hoshi:p@ss').toString('base64')}`,
      body: { prefix: `${cdn}/hoshi/media/${video.uid}/` },
    }
    const ofVideo = () => purges.filter(({ body }) => JSON.stringify(body) === JSON.stringify(purge.body))
    await expect.poll(ofVideo).toEqual([purge, purge])
  })
})

describe('media of the compatible API, with a CDN', () => {
  let video: ReadyVideo
  beforeAll(async () => {
    ;({ video } = await publishEpisode(site, creator))
    const adopt = `insert into service_videos (video_uid, meta) values ($1, '{}')`
    await queryDatabase(site.connectionString, adopt, [video.uid])
  })

  test('are for pages of every site until some are named, and always for ours', async () => {
    const shared = async (origin: string) => {
      const { headers } = await sendRaw(site.url, { path: video.media.segment, headers: { Origin: origin } })
      return headers['access-control-allow-origin']
    }
    expect(await shared('https://elsewhere.example')).toBe('*')
    const changed = await callCompatibleApi(site.url, 'POST', `/${video.uid}`, {
      allowedOrigins: ['elsewhere.example'],
    })
    expect(changed.status).toBe(200)
    await expect.poll(() => shared('https://elsewhere.example')).toBe('https://elsewhere.example')
    expect(await shared(site.url)).toBe(site.url)
    expect(await shared('https://other.example')).toBe(site.url)
    const body = { prefix: `${cdn}/hoshi/media/${video.uid}/` }
    await expect.poll(() => purges).toContainEqual(expect.objectContaining({ body }))
  })
})

describe('with nginx in front', () => {
  let proxied: TestHoshi
  beforeAll(async () => {
    proxied = await createTestHoshi({ environment: { MEDIA_HANDOFF: 'nginx' }, beside: site })
  })
  afterAll(() => proxied?.close())

  test('it gets the location of the bytes, and the headers to send with them', async () => {
    const { segment } = published.video.media
    for (const method of ['GET', 'HEAD']) {
      const headers = { Range: 'bytes=0-9', 'If-None-Match': '*' }
      const response = await sendRaw(proxied.url, { method, path: segment, headers })
      expect([response.status, response.text]).toEqual([200, ''])
      expect(response.headers).toMatchObject({
        'x-accel-redirect': `/hoshi-files${segment}`,
        'content-type': 'video/iso.segment',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test('it gets no location of private or missing media', async () => {
    await rm(join(site.dataDir, 'files', published.video.media.init))
    for (const path of [unpublished.media.segment, published.video.media.init, '/media/x']) {
      const response = await sendRaw(proxied.url, { path })
      expect([response.status, response.headers['x-accel-redirect']], path).toEqual([404, undefined])
    }
  })
})
