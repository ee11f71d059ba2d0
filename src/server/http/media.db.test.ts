import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeReadyVideo, publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { sendRaw } from '#tests/support/http/raw-http.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let other: Person
let unpublished: ReadyVideo
let published: ReadyVideo

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
  other = await createPerson(site.url, 'creator')
  unpublished = await makeReadyVideo(site, creator)
  published = (await publishEpisode(site, creator)).video
})

afterAll(() => site?.close())

const get = (path: string, headers: Record<string, string> = {}) => sendRaw(site.url, { path, headers })
const kinds = ['master', 'poster', 'playlist', 'init', 'segment'] as const

describe('before publication', () => {
  test('media exist for their owner alone', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    for (const kind of kinds) {
      const path = unpublished.media[kind]
      for (const person of [createStranger(site.url), viewer, other]) {
        expect((await person.call('GET', path)).status, kind).toBe(404)
      }
      const response = await creator.call('GET', path)
      expect(response.status, kind).toBe(200)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(Buffer.from(await response.arrayBuffer()).equals(unpublished.bytes[kind])).toBe(true)
    }
  })

  test('the 404 for other people is the same as for a random name', async () => {
    const real = await get(unpublished.media.segment)
    const random = await get(`/media/${'a'.repeat(26)}/${'b'.repeat(26)}/0000.m4s`)
    const strip = ({ date, ...headers }: typeof real.headers) => headers
    expect([real.status, real.text, strip(real.headers)]).toEqual([random.status, random.text, strip(random.headers)])
    expect(real.headers['cache-control']).toBe('no-store')
  })

  test('conditions and ranges reveal nothing of private media', async () => {
    const ownerResponse = await creator.call('GET', unpublished.media.segment)
    const etag = ownerResponse.headers.get('etag')!
    const conditions: Record<string, string>[] = [
      { 'If-None-Match': etag },
      { 'If-None-Match': '*' },
      { Range: 'bytes=0-0' },
    ]
    for (const headers of conditions) {
      expect((await get(unpublished.media.segment, headers)).status).toBe(404)
    }
  })
})

describe('after publication', () => {
  test('media are public and immutable, with a fixed type and a sandbox', async () => {
    const types = {
      master: 'application/vnd.apple.mpegurl',
      poster: 'image/webp',
      playlist: 'application/vnd.apple.mpegurl',
      init: 'video/mp4',
      segment: 'video/iso.segment',
    }
    for (const kind of kinds) {
      const response = await get(published.media[kind])
      expect(response.status, kind).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': types[kind],
        'content-length': String(published.bytes[kind].length),
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
      })
      expect(response.headers['content-security-policy']).toContain('sandbox')
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  test('a playlist that grows is checked at each use, and the audio of an encode is not sent', async () => {
    const folder = join(site.dataDir, 'files/media', published.uid)
    const [rendition = ''] = published.media.playlist.split('/').slice(-2)
    const sound = `sound-${rendition}.mp4`
    await writeFile(join(folder, rendition, 'growing.m3u8'), '#EXTM3U\n')
    await writeFile(join(folder, sound), 'sound')
    const growing = await get(published.media.playlist.replace('index', 'growing'))
    expect([growing.status, growing.headers['cache-control'], growing.headers['content-type']]).toEqual([
      200,
      'public, no-cache',
      'application/vnd.apple.mpegurl',
    ])
    expect((await get(`/media/${published.uid}/${sound}`)).status).toBe(404)
  })

  test('media that a cache already has are not sent again', async () => {
    const path = published.media.segment
    const etag = (await get(path)).headers.etag!
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(path, { 'If-None-Match': known })
      expect([response.status, response.text, response.headers.etag], known).toEqual([304, '', etag])
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200)
    expect((await get(published.media.init)).headers.etag).not.toBe(etag)
  })

  test('a single range gets just its bytes', async () => {
    const { segment: bytes } = published.bytes
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=4990-', 4990, 4999],
      ['bytes=-7', 4993, 4999],
      ['bytes=0-999999', 0, 4999],
    ]
    for (const [range, start, end] of ranges) {
      const response = await fetch(site.url + published.media.segment, { headers: { Range: range } })
      expect(response.status, range).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/5000`)
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end + 1)), range).toBe(true)
    }
  })

  test('a range beyond the end gets the length of the file; a nonsensical one is ignored', async () => {
    for (const range of ['bytes=5000-', 'bytes=9999-10000', 'bytes=-0']) {
      const response = await get(published.media.segment, { Range: range })
      expect([response.status, response.headers['content-range'], response.text], range).toEqual([
        416,
        'bytes */5000',
        '',
      ])
      expect(response.headers['cache-control']).toBe('no-store')
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=5-2', 'lines=0-1', 'bytes=x-y']) {
      expect((await get(published.media.segment, { Range: range })).status, range).toBe(200)
    }
  })

  test('a range for another version gets the entire file', async () => {
    const etag = (await get(published.media.segment)).headers.etag!
    const ask = (condition: string) => get(published.media.segment, { Range: 'bytes=0-9', 'If-Range': condition })
    expect((await ask(etag)).status).toBe(206)
    expect((await ask('"other"')).status).toBe(200)
  })

  test('HEAD gets all headers and no body; other methods are refused', async () => {
    const response = await sendRaw(site.url, { method: 'HEAD', path: published.media.segment })
    expect([response.status, response.headers['content-length'], response.text]).toEqual([200, '5000', ''])
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const other = await sendRaw(site.url, { method, path: published.media.segment })
      expect([other.status, other.headers.allow], method).toEqual([405, 'GET, HEAD'])
    }
  })
})

test('no spelling of a path leads out of a video’s media', async () => {
  const { uid } = published
  await writeFile(join(site.dataDir, 'files/media', uid, 'notes.txt'), 'not for anybody')
  const rendition = published.media.segment.split('/')[3]
  const paths = [
    `/media/${uid}/notes.txt`,
    `/media/${uid}/`,
    `/media/${uid}`,
    '/media/',
    '/media',
    `/media/${uid}/../../originals/${uid}`,
    `/media/${uid}/..%2f..%2foriginals%2f${uid}`,
    `/media/${uid}/%2e%2e/%2e%2e/originals/${uid}`,
    `/media/${uid}/%252e%252e/originals/${uid}`,
    `/media/${uid}/..\\..\\originals\\${uid}`,
    `/media/..%2foriginals%2f${uid}`,
    `/media/${uid}/${rendition}/../${rendition}/0000.m4s`,
    `/media/${uid}/${rendition}/0000.m4s/`,
    `/media/${uid}/${rendition}/0000.m4s%00`,
    `/media/${uid}/${rendition}//0000.m4s`,
    `/media/${uid}//${rendition}/0000.m4s`,
    `//media/${uid}/${rendition}/0000.m4s`,
    `/media/${uid.toUpperCase()}/${rendition}/0000.m4s`,
    `/media/./${uid}/${rendition}/0000.m4s`,
    `/media/${uid}/${'../'.repeat(20)}etc/passwd`,
    `/files/originals/${uid}`,
    `/originals/${uid}`,
    '/media/%c0%ae%c0%ae/etc/passwd',
  ]
  for (const path of paths) {
    const response = await get(path)
    // Without a build of the screens, other paths end in their plain 500 page.
    const isForMedia = path.startsWith('/media')
    expect(isForMedia ? [400, 404] : [400, 404, 500], path).toContain(response.status)
    expect(response.text, path).not.toMatch(/root:|not for anybody/)
  }
})

test('an episode’s media are gone once it is deleted', async () => {
  const { id, video } = await publishEpisode(site, creator)
  for (const kind of kinds) expect((await get(video.media[kind])).status).toBe(200)
  expect((await creator.call('DELETE', `/api/v1/episodes/${id}`)).status).toBe(204)
  for (const kind of kinds) {
    await expect.poll(async () => (await get(video.media[kind])).status, { interval: 25 }).toBe(404)
  }
  expect((await creator.call('GET', video.media.segment)).status).toBe(404)
})
