import openGraphOf from 'open-graph-scraper'
import { unfurl } from 'unfurl.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

// What others make of our links: two parsers that sites use, on the pages that they get.

let site: TestHoshi
let creator: Person
let origin: string

const title = '銀河 & "stars"'

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mio')
  origin = site.config.publicUrl
})

afterAll(() => site?.close())

/** An episode whose video is one whole file, too. */
async function publish(fields: object): Promise<{ id: string; video: ReadyVideo; file: string }> {
  const file = `file-${newId()}.mp4`
  const published = await publishEpisode(site, creator, { title, description: 'A short night.', ...fields })
  await queryDatabase(
    site.connectionString,
    `insert into mp4_files (rendition_id, video_uid, name, size_bytes, parts)
      select id, video_uid, $2, 5000, '[{"name": "0000.m4s", "sizeBytes": 5000}]' from renditions where video_uid = $1`,
    [published.video.uid, file],
  )
  return { ...published, file }
}

/** The page as a stranger's program gets it, read by both parsers. */
async function read(path: string) {
  const html = await (await createStranger(site.url).call('GET', path)).text()
  const { result } = await openGraphOf({ html })
  return { page: result, preview: await unfurl(`${origin}${path}`) }
}

const cardOf = (id: string) => expect.stringMatching(new RegExp(`^${origin}/cards/episodes/${id}/[0-9a-f]{24}\\.jpg$`))

describe('a link to a public episode', () => {
  test('plays elsewhere, by its file and by the embedded player', async () => {
    const { id, video, file } = await publish({})
    const { page, preview } = await read(`/watch/${id}`)
    const url = `${origin}/media/${video.uid}/${file}`
    expect(page).toMatchObject({
      ogTitle: `${title} · Hoshi`,
      ogDescription: 'A short night.',
      ogType: 'video.other',
      ogUrl: `${origin}/watch/${id}`,
      ogImage: [{ url: cardOf(id), type: 'image/jpeg', width: '1200', height: '630' }],
      ogVideo: [{ url, type: 'video/mp4', width: '320', height: '180' }],
      twitterCard: 'player',
      twitterPlayer: [{ url: `${origin}/embed/${id}`, width: '640', height: '360' }],
      jsonLD: [{ '@type': 'VideoObject', name: title, contentUrl: url, embedUrl: `${origin}/embed/${id}` }],
    })
    expect(preview).toMatchObject({
      title: `${title} · Hoshi`,
      open_graph: { videos: [{ url, type: 'video/mp4', width: 320, height: 180 }] },
      twitter_card: { card: 'player', players: [{ url: `${origin}/embed/${id}`, width: 640, height: 360 }] },
      oEmbed: { type: 'video', title, author_name: 'Mio', width: 640, height: 360 },
    })
  })

  test('only leads here where its creator names the sites that embed it', async () => {
    const { id } = await publish({})
    await creator.call('PATCH', `/api/v1/episodes/${id}`, { embedSites: [] })
    const { page, preview } = await read(`/watch/${id}`)
    expect(page).toMatchObject({ ogTitle: `${title} · Hoshi`, ogImage: [{ url: cardOf(id) }] })
    expect([page.ogVideo, page.twitterPlayer, preview.oEmbed]).toEqual(Array(3).fill(undefined))
  })
})

test('a link to an unlisted episode has a card and an embedded player for who asks, and plays nowhere by itself', async () => {
  const { id } = await publish({ visibility: 'unlisted' })
  const { page, preview } = await read(`/watch/${id}`)
  expect(page).toMatchObject({ ogTitle: `${title} · Hoshi`, ogImage: [{ url: cardOf(id) }] })
  expect([page.ogVideo, page.twitterPlayer, page.jsonLD]).toEqual([undefined, undefined, undefined])
  expect(preview).toMatchObject({ oEmbed: { type: 'video', title } })
})

test('a link to an adult episode shows our own card, and plays nowhere', async () => {
  const { id } = await publish({ nsfw: true })
  const { page, preview } = await read(`/watch/${id}`)
  expect(page).toMatchObject({ ogTitle: `${title} · Hoshi`, ogImage: [{ url: `${origin}/card.png` }] })
  expect([page.ogVideo, page.twitterPlayer, page.jsonLD, preview.oEmbed]).toEqual(Array(4).fill(undefined))
})

test('a link to a private episode tells nothing', async () => {
  const { id, video } = await publish({ visibility: 'private' })
  const response = await createStranger(site.url).call('GET', `/watch/${id}`)
  const html = await response.text()
  expect(response.status).toBe(404)
  expect(html).not.toContain(video.uid)
  const { result } = await openGraphOf({ html })
  expect(result).toMatchObject({ ogTitle: 'Episode Not Found · Hoshi' })
  expect([result.ogImage, result.ogVideo, result.twitterPlayer]).toEqual([undefined, undefined, undefined])
})
