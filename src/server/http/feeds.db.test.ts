import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { checkJsonFeed, checkRss } from '#tests/support/feeds/check-feed.ts'
import { cookieOf, createPerson, type Person } from '#tests/support/http/person.ts'
import { linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
/** Origin of the addresses in feeds. */
let origin: string
let mio: Person
let ren: Person
/** The episode that has everything. */
let rain: string
let seriesId: string

const chapters = '0:00 The stairs\n0:01 The roof'

beforeAll(async () => {
  site = await createTestHoshi()
  origin = site.config.publicUrl
  mio = await createPerson(site.url, 'creator', 'Mio & "Co"')
  ren = await createPerson(site.url, 'creator', 'Ren')
  await seedEpisode(site.connectionString, ren, { title: 'Snow', genre: 'Mecha' })
  const { id, video } = await publishEpisode(site, mio, {
    title: 'Rain ]]> <b>\u{1f338}</b>',
    description: chapters,
    tags: ['wet & cold'],
  })
  rain = id
  await addFiles(video.uid, [360, 720, 1080])
  const text = subtitleForm(linesFile(['雨']), { language: 'ja', kind: 'subtitles' })
  const added = await mio.call('POST', `/api/v1/episodes/${rain}/subtitles`, text)
  const draft = (await added.json()) as { id: string }
  await mio.call('POST', `/api/v1/subtitles/${draft.id}/review`, { outcome: 'approved' })
  await mio.call(
    'POST',
    `/api/v1/episodes/${rain}/subtitles`,
    subtitleForm(linesFile(['Draft']), { language: 'de', kind: 'subtitles' }),
  )
  const made = await mio.call('POST', '/api/v1/series', { title: 'Weather' })
  seriesId = ((await made.json()) as { id: string }).id
  await mio.call('PUT', `/api/v1/series/${seriesId}/episodes`, { episodeIds: [rain] })
})

afterAll(() => site?.close())

/** Files of these heights, as the job makes them; the size of each is its height. */
async function addFiles(uid: string, heights: number[]): Promise<void> {
  for (const height of heights) {
    const rendition = newId()
    await queryDatabase(
      site.connectionString,
      `insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth, average_bandwidth,
        frame_rate, size_bytes) values ($1, $2, 'copy', $3 * 16 / 9, $3, 'avc1.64000c', 1000, 1000, 24, 5000)`,
      [rendition, uid, height],
    )
    await queryDatabase(
      site.connectionString,
      `insert into mp4_files (rendition_id, video_uid, name, size_bytes, parts)
        values ($1, $2, $3, $4, '[{"name":"init.mp4","sizeBytes":1}]')`,
      [rendition, uid, `file-${rendition}.mp4`, height],
    )
  }
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers })

/** The path of an address in a feed. */
function pathOf(url: string | undefined): string {
  expect(url?.startsWith(origin)).toBe(true)
  return url!.slice(origin.length)
}

async function readRss(path: string) {
  const response = await get(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  return checkRss(await response.text())
}

async function readJson(path: string) {
  const response = await get(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/feed+json; charset=utf-8'])
  return checkJsonFeed(await response.text())
}

const titlesIn = async (path: string) => (await readJson(path)).items?.map(({ title }) => title) ?? []

const rainTitle = 'Rain ]]> <b>\u{1f338}</b>'

describe('a feed', () => {
  test.each([
    ['new', () => '/feeds/new', ['Snow', rainTitle]],
    ['of a creator', () => `/feeds/creators/${mio.account.uid}`, [rainTitle]],
    ['of a series', () => `/feeds/series/${seriesId}`, [rainTitle]],
    ['of Explore', () => '/feeds/explore', ['Snow', rainTitle]],
  ])('of the list %s is valid in both forms', async (_, path, titles) => {
    const rss = await readRss(`${path()}.xml`)
    expect(rss.items!.map(({ link }) => link).toSorted()).toEqual(rss.items!.map(({ guid }) => guid?.value).toSorted())
    expect(new Set(await titlesIn(`${path()}.json`))).toEqual(new Set(titles))
    expect(rss.atom?.links).toEqual([{ rel: 'self', href: `${origin}${path()}.xml`, type: 'application/rss+xml' }])
  })

  test('has the filters of Explore', async () => {
    expect(await titlesIn('/feeds/explore.json?genre=mecha')).toEqual(['Snow'])
    expect(await titlesIn('/feeds/explore.json?search=rain')).toEqual([rainTitle])
    expect(await titlesIn('/feeds/explore.json?trending=true')).toEqual([])
    expect((await readRss('/feeds/explore.xml?genre=mecha&search=sno')).link).toBe(
      `${origin}/explore?genre=Mecha&search=sno`,
    )
    expect((await get(`/feeds/explore.xml?genre=${'x'.repeat(41)}`)).status).toBe(422)
  })

  test('has the file nearest to 720p with its length, chapters, transcripts and the number of the part', async () => {
    const { items } = await readRss(`/feeds/series/${seriesId}.xml`)
    const [item] = items!
    expect(item!.guid).toEqual({ value: `${origin}/watch/${rain}`, isPermaLink: true })
    const episode = (await (await get(`/api/v1/episodes/${rain}`)).json()) as {
      files: { height: number; sizeBytes: number; url: string }[]
    }
    const nearest = episode.files.find(({ height }) => height === 720)!
    expect(item!.enclosures).toEqual([
      { url: new URL(nearest.url, origin).href, length: nearest.sizeBytes, type: 'video/mp4' },
    ])
    expect(item!.itunes).toMatchObject({ duration: 2, episode: 1 })
    expect(item!.media?.thumbnails).toHaveLength(1)
    const [transcript, ...others] = item!.podcast!.transcripts!
    expect([transcript!.language, others]).toEqual(['ja', []])
    expect(await (await get(pathOf(transcript!.url))).text()).toContain('雨')
    const answer = await get(pathOf(item!.podcast!.chapters!.url))
    expect(answer.headers.get('content-type')).toBe('application/json+chapters; charset=utf-8')
    expect(await answer.json()).toEqual({
      version: '1.2.0',
      chapters: [
        { startTime: 0, title: 'The stairs' },
        { startTime: 1, title: 'The roof' },
      ],
    })
  })

  test('is the same for everybody, and pages of other sites may read it', async () => {
    const mine = await get('/feeds/new.xml', { cookie: await cookieOf(site.url, mio) })
    expect(mine.headers.get('access-control-allow-origin')).toBe('*')
    expect(mine.headers.get('cache-control')).toBe('public, no-cache')
    expect(await mine.text()).toBe(await (await get('/feeds/new.xml')).text())
  })

  test('is not sent again to a reader who has it, until it changes', async () => {
    const path = `/feeds/creators/${ren.account.uid}.xml`
    const tag = (await get(path)).headers.get('etag')!
    const known = { 'if-none-match': tag }
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    expect((await get(path, known)).status).toBe(304)
    expect(await (await get(path, known)).text()).toBe('')
    expect((await get(path, { 'if-none-match': `"other", ${tag}` })).status).toBe(304)
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    const id = await seedEpisode(site.connectionString, ren, { title: 'Hail' })
    expect((await get(path, known)).status).toBe(200)
    await ren.call('DELETE', `/api/v1/episodes/${id}`)
  })

  test('answers HEAD without a document', async () => {
    const response = await fetch(`${site.url}/feeds/new.xml`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('is absent for what is absent, or has nothing public', async () => {
    const empty = await createPerson(site.url, 'creator', 'Nobody')
    const hidden = await seedEpisode(site.connectionString, empty, { nsfw: true })
    const series = await empty.call('POST', '/api/v1/series', { title: 'Hidden' })
    const { id } = (await series.json()) as { id: string }
    await empty.call('PUT', `/api/v1/series/${id}/episodes`, { episodeIds: [hidden] })
    const paths = [
      `/feeds/creators/${empty.account.uid}.xml`,
      `/feeds/series/${id}.json`,
      '/feeds/creators/unknown.xml',
      '/feeds/series/unknown.json',
      `/feeds/chapters/${hidden}.json`,
      '/feeds/chapters/unknown.json',
      `/feeds/chapters/${rain}.xml`,
      '/feeds/new.atom',
      '/feeds/other.xml',
      '/feeds/new',
    ]
    const statuses = await Promise.all(paths.map(async (path) => [path, (await get(path)).status]))
    expect(statuses).toEqual(paths.map((path) => [path, 404]))
    await empty.call('DELETE', `/api/v1/episodes/${hidden}`)
  })

  test('refuses a page that no feed has named', async () => {
    for (const before of ['none', 'x'.repeat(2000)])
      expect((await get(`/feeds/new.xml?before=${before}`)).status).toBe(422)
  })
})

test('a list of more than fifty episodes has pages, which lead to each other', async () => {
  const creator = await createPerson(site.url, 'creator', 'Prolific')
  const { id, video } = await publishEpisode(site, creator, { title: 'One' })
  await queryDatabase(
    site.connectionString,
    `insert into videos select (jsonb_populate_record(one, jsonb_build_object(
        'uid', 'v' || n, 'upload_key_hash', sha256(n::text::bytea)))).*
      from videos as one, generate_series(1, 60) as n where uid = $1`,
    [video.uid],
  )
  await queryDatabase(
    site.connectionString,
    `insert into episodes (id, creator_id, video_id, title, genre, is_playable, published_at, updated_at)
      select 'e' || n, creator_id, 'v' || n, 'Copy ' || n, genre, true, published_at + n * interval '1 minute', updated_at
      from episodes, generate_series(1, 60) as n where id = $1`,
    [id],
  )
  const path = `/feeds/creators/${creator.account.uid}`
  const first = await readRss(`${path}.xml`)
  const next = first.atom!.links!.find(({ rel }) => rel === 'next')!.href!
  const second = checkRss(await (await get(pathOf(next))).text())
  expect([first.items!.length, second.items!.length]).toEqual([50, 11])
  expect(first.items![0]!.title).toBe('Copy 60')
  expect(second.items!.at(-1)!.title).toBe('One')
  expect(second.atom!.links!.map(({ rel }) => rel)).toEqual(['self', 'first'])
  const page = await readJson(`${path}.json`)
  const rest = checkJsonFeed(await (await get(pathOf(page.next_url))).text())
  expect([page.items!.length, rest.items!.length, rest.next_url]).toEqual([50, 11, undefined])
})

test('pages name the feeds of their lists', async () => {
  const linksOn = async (path: string) => {
    const page = await (await get(path)).text()
    return [...page.matchAll(/<link rel="alternate"[^>]*>/g)].map(([link]) => /href="([^"]*)"/.exec(link)?.[1])
  }
  expect(await linksOn('/')).toEqual(['/feeds/new.xml', '/feeds/new.json'])
  const filtered = '?genre=Mecha&amp;search=sno'
  expect(await linksOn('/explore?genre=mecha&search=sno')).toEqual([
    `/feeds/explore.xml${filtered}`,
    `/feeds/explore.json${filtered}`,
  ])
  const both = (path: string) => [`${path}.xml`, `${path}.json`]
  expect(await linksOn(`/creator/${mio.account.uid}`)).toEqual(both(`/feeds/creators/${mio.account.uid}`))
  expect(await linksOn(`/series/${seriesId}`)).toEqual(both(`/feeds/series/${seriesId}`))
})
