import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let other: Person
let stranger: Pick<Person, 'call'>

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mika')
  other = await createPerson(site.url, 'creator')
  stranger = createStranger(site.url)
})

afterAll(() => site?.close())

const good = { title: 'A star', genre: 'Action', nsfw: false }

describe('publishing', () => {
  test('creates an episode with the fields of the contract', async () => {
    const { uid } = await createUpload(creator, 10)
    const fields = { ...good, videoId: uid, title: '  E\u0301toile ★ ', genre: 'fantasy', tags: ['sky', 'Sky ', 'sea'] }
    const response = await creator.call('POST', '/api/v1/episodes', { ...fields, description: 'Line\r\nline' })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      id: expect.any(String),
      title: 'Étoile ★',
      description: 'Line\nline',
      genre: 'Fantasy',
      tags: expect.arrayContaining(['sky', 'sea']),
      nsfw: false,
      nsfwReason: '',
      date: expect.stringMatching(/Z$/),
      visibility: 'public',
      publishAt: null,
      commentsOpen: true,
      framesOpen: false,
      downloadsOpen: false,
      translationsOpen: false,
      contentNotes: [],
      credits: [],
      liked: false,
      positionSeconds: null,
      seriesId: null,
      seriesNumber: null,
      creatorId: creator.account.uid,
      videoId: uid,
      trending: false,
      founderBadge: false,
      views: 0,
      likes: 0,
      comments: 0,
      lastViewed: null,
      updatedAt: expect.stringMatching(/Z$/),
      durationSeconds: null,
      poster: null,
      preview: null,
      files: [],
      creator: { uid: creator.account.uid, username: 'Mika', avatarUrl: '', founderBadge: false },
    })
  })

  test.each([
    ['NUL in the title', { title: 'a\0b' }, 422, 'catalog.title_invalid', 'title'],
    ['half a character in the title', { title: 'a\ud800' }, 422, 'catalog.title_invalid', 'title'],
    ['121 characters of title', { title: '星'.repeat(121) }, 422, 'catalog.title_invalid', 'title'],
    ['no title', { title: '   ' }, 422, 'catalog.title_required', 'title'],
    ['no genre', { genre: '' }, 422, 'catalog.genre_required', 'genre'],
    ['a long genre', { genre: 'x'.repeat(41) }, 422, 'catalog.genre_invalid', 'genre'],
    ['NUL in the description', { description: '\0' }, 422, 'catalog.description_invalid', 'description'],
    ['a long description', { description: 'x'.repeat(5001) }, 422, 'catalog.description_invalid', 'description'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 422, 'catalog.tags_invalid', 'tags'],
    ['NUL in a tag', { tags: ['a\0'] }, 422, 'catalog.tags_invalid', 'tags'],
    ['a text where a yes or no belongs', { nsfw: 'false' }, 422, 'request.invalid', 'nsfw'],
    ['an unknown video', { videoId: 'a'.repeat(26) }, 422, 'catalog.video_not_found', 'videoId'],
    ['NUL for a video', { videoId: '\0' }, 422, 'catalog.video_not_found', 'videoId'],
    ['a megabyte of title', { title: 'x'.repeat(1_048_576) }, 413, 'request.too_large', undefined],
  ])('refuses %s', async (_what, fields, status, code, field) => {
    const response = await creator.call('POST', '/api/v1/episodes', { ...good, videoId: 'x', ...fields })
    const problem = (await response.json()) as { field?: string }
    expect(problem).toMatchObject({ status, code })
    expect(problem.field).toBe(field)
  })

  test('accepts titles of 120 characters of any kind', async () => {
    for (const title of [
      '🌟'.repeat(120),
      'e\u0301'.repeat(120),
      '<script>alert(1)</script>',
      "'; drop table episodes; --",
    ]) {
      const { uid } = await createUpload(creator, 10)
      const response = await creator.call('POST', '/api/v1/episodes', { ...good, title, videoId: uid })
      expect(await response.json()).toMatchObject({ title: title.normalize('NFC') })
    }
  })

  test('another person’s video is refused like an unknown one', async () => {
    const { uid } = await createUpload(creator, 10)
    const ask = async (videoId: string) => {
      const response = await other.call('POST', '/api/v1/episodes', { ...good, videoId })
      const { requestId, ...rest } = (await response.json()) as Record<string, unknown>
      expect(requestId).toBeTruthy()
      return rest
    }
    expect(await ask(uid)).toEqual(await ask('a'.repeat(26)))
  })

  test('one video twice is a conflict, also concurrently', async () => {
    const { uid } = await createUpload(creator, 10)
    const ask = () => creator.call('POST', '/api/v1/episodes', { ...good, videoId: uid })
    const responses = await Promise.all([ask(), ask(), ask()])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await (await ask()).json()).toMatchObject({ status: 409, code: 'catalog.video_taken' })
  })
})

describe('an episode that is not ready', () => {
  test('is visible to its creator alone', async () => {
    const { uid } = await createUpload(creator, 10)
    const created = await creator.call('POST', '/api/v1/episodes', { ...good, videoId: uid })
    const { id } = (await created.json()) as { id: string }
    for (const person of [stranger, other]) {
      const response = await person.call('GET', `/api/v1/episodes/${id}`)
      const random = await person.call('GET', `/api/v1/episodes/${'a'.repeat(26)}`)
      const [real, none] = (await Promise.all([response.json(), random.json()])) as Record<string, unknown>[]
      expect({ ...real, requestId: '' }).toEqual({ ...none, requestId: '' })
      expect(real).toMatchObject({ status: 404, detail: 'Episode Not Found' })
      const watch = { kind: 'watch', visitId: 'v1' }
      expect((await person.call('POST', `/api/v1/episodes/${id}/views`, watch)).status).toBe(404)
    }
    expect((await other.call('DELETE', `/api/v1/episodes/${id}`)).status).toBe(404)
    expect((await creator.call('GET', `/api/v1/episodes/${id}`)).status).toBe(200)
  })
})

describe('Explore', () => {
  interface Page {
    episodes: { id: string }[]
    total: number
    nextCursor: string | null
  }
  const page = async (query: string) => (await (await stranger.call('GET', `/api/v1/episodes${query}`)).json()) as Page

  test('lists every episode once, newest first, without adult and unready ones', async () => {
    const created: string[] = []
    for (let n = 0; n < 5; n++) created.unshift((await publishEpisode(site, creator, { title: `Star ${n}` })).id)
    await publishEpisode(site, creator, { nsfw: true })
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const found: Page = await page(`?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      expect(found.total).toBe(5)
      seen.push(...found.episodes.map(({ id }) => id))
      cursor = found.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(created)
  })

  test('filters by genre, trending and a search together, all of them optional', async () => {
    await publishEpisode(site, creator, { title: 'Milky way', genre: 'Mecha', tags: ['tanabata'] })
    await publishEpisode(site, creator, { title: 'Milky tea', genre: 'Comedy' })
    const totals = async (...queries: string[]) => Promise.all(queries.map(async (query) => (await page(query)).total))
    expect(await totals('?search=milky', '?search=MILKY%20tea', '?search=tanabata', '?search=mliky')).toEqual([
      2, 1, 1, 2,
    ])
    expect(await totals('?search=milky&genre=mecha', '?genre=Mecha', '?genre=All&search=milky')).toEqual([1, 1, 2])
    expect(await totals('?search=milky&trending=true', '?search=milky&trending=false&genre=')).toEqual([0, 2])
    expect(await totals('?search=%25', '?search=mil_y')).toEqual([0, 0])
    const first = await page('?search=milky&limit=1')
    const second = await page(`?search=milky&limit=1&cursor=${encodeURIComponent(first.nextCursor!)}`)
    expect([first, second].flatMap(({ episodes }) => episodes)).toMatchObject([
      { title: 'Milky tea' },
      { title: 'Milky way' },
    ])
  })

  test.each([
    [`search=${'x'.repeat(201)}`, 'catalog.search_invalid', 'search'],
    ['search=%00', 'request.invalid', 'search'],
    [`genre=${'x'.repeat(41)}`, 'catalog.genre_invalid', 'genre'],
    ['trending=maybe', 'request.invalid', 'trending'],
  ])('refuses %s', async (query, code, field) => {
    const response = await stranger.call('GET', `/api/v1/episodes?${query}`)
    expect(await response.json()).toMatchObject({ status: 422, code, field })
  })

  test('refuses a forged cursor', async () => {
    for (const cursor of ['x', '%00', 'e30', "' or 1=1 --", 'a'.repeat(1201)]) {
      const response = await stranger.call('GET', `/api/v1/episodes?cursor=${encodeURIComponent(cursor)}`)
      expect(response.status, cursor).toBe(422)
    }
  })
})

test('another person’s episode can be read, but not deleted', async () => {
  const { id } = await publishEpisode(site, creator)
  const response = await other.call('DELETE', `/api/v1/episodes/${id}`)
  expect(await response.json()).toMatchObject({
    status: 403,
    code: 'catalog.owner_only',
    detail: 'Only the creator of this episode can do that.',
  })
  expect((await stranger.call('DELETE', `/api/v1/episodes/${id}`)).status).toBe(401)
  expect((await stranger.call('GET', `/api/v1/episodes/${id}`)).status).toBe(200)
})

describe('an edit', () => {
  test('changes the given fields and returns the complete episode', async () => {
    const { id } = await publishEpisode(site, creator, { title: 'Before', tags: ['sea'] })
    const before = (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { updatedAt: string }
    const changes = { title: ' After ', genre: 'sci-fi', tags: ['night', ' Night', ''], description: 'New' }
    const response = await creator.call('PATCH', `/api/v1/episodes/${id}`, changes)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      ...before,
      title: 'After',
      genre: 'Sci-Fi',
      tags: ['night'],
      description: 'New',
      updatedAt: expect.not.stringMatching(before.updatedAt),
    })
  })

  test('of the sites that may embed it is shown to its creator alone', async () => {
    const { id } = await publishEpisode(site, creator)
    const embedSites = ['https://blog.example.com']
    const path = `/api/v1/episodes/${id}`
    expect(await (await creator.call('PATCH', path, { embedSites })).json()).toMatchObject({ embedSites })
    expect(await (await creator.call('GET', path)).json()).toMatchObject({ embedSites })
    for (const person of [stranger, other])
      expect(await (await person.call('GET', path)).json()).not.toHaveProperty('embedSites')
  })

  test('opens its single frames, which are closed at first', async () => {
    const { id } = await publishEpisode(site, creator)
    const path = `/api/v1/episodes/${id}`
    const shown = async () => (await (await stranger.call('GET', path)).json()) as object
    expect(await shown()).toMatchObject({ framesOpen: false })
    expect((await other.call('PATCH', path, { framesOpen: true })).status).toBe(403)
    expect(await (await creator.call('PATCH', path, { framesOpen: true })).json()).toMatchObject({ framesOpen: true })
    expect(await shown()).toMatchObject({ framesOpen: true })
  })

  test.each([
    ['a word for open frames', { framesOpen: 'yes' }, 422, 'request.invalid', 'framesOpen'],
    ['rubbish for sites', { embedSites: ['example.com'] }, 422, 'catalog.embed_sites_invalid', 'embedSites'],
    ['http for a site', { embedSites: ['http://example.com'] }, 422, 'catalog.embed_sites_invalid', 'embedSites'],
    ['a text for sites', { embedSites: 'https://example.com' }, 422, 'request.invalid', 'embedSites'],
    ['a field of the server', { views: 5 }, 422, 'request.invalid', 'views'],
    ['another video', { videoId: 'x' }, 422, 'request.invalid', 'videoId'],
    ['no title', { title: '' }, 422, 'catalog.title_required', 'title'],
    ['nothing for tags', { tags: null }, 422, 'request.invalid', 'tags'],
  ])('is refused with %s', async (_what, changes, status, code, field) => {
    const { id } = await publishEpisode(site, creator)
    const response = await creator.call('PATCH', `/api/v1/episodes/${id}`, changes)
    expect(await response.json()).toMatchObject({ status, code, field })
  })

  test('is for its creator alone', async () => {
    const { id } = await publishEpisode(site, creator)
    expect((await other.call('PATCH', `/api/v1/episodes/${id}`, { title: 'Mine' })).status).toBe(403)
    expect((await stranger.call('PATCH', `/api/v1/episodes/${id}`, { title: 'Mine' })).status).toBe(401)
  })
})
