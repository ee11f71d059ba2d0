import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { metaOf, parseHtml } from '#tests/support/http/html.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mio')
})

afterAll(() => site?.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, site.url), { redirect: 'manual', headers })

/** Path of the card that a page names. */
async function cardOf(path: string): Promise<string> {
  const page = parseHtml(await (await createStranger(site.url).call('GET', path)).text())
  return new URL(metaOf(page)['og:image']!).pathname
}

test('before a card can be drawn, the poster stands for it', async () => {
  const { id, video } = await publishEpisode(site, creator, { title: 'Stars' })
  // The bytes of this poster are no picture.
  const response = await get(await cardOf(`/watch/${id}`))
  expect([response.status, response.headers.get('location')]).toEqual([302, video.media.poster])
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a card that is asked for again has not changed, and under an earlier name it is the present one', async () => {
  const { id } = await publishEpisode(site, creator, { title: 'Stars', visibility: 'unlisted' })
  const path = await cardOf(`/watch/${id}`)
  const tag = `"${path.split('/').at(-1)}"`
  const again = await get(path, { 'If-None-Match': tag })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache'])
  expect((await get(`/cards/episodes/${id}/earlier.jpg`, { 'If-None-Match': tag })).status).toBe(304)
})

test('a series and a creator have one, with the same pictures', async () => {
  const { id, video } = await publishEpisode(site, creator, { title: 'The newest' })
  const answer = await creator.call('POST', '/api/v1/series', { title: 'Night trains', description: '' })
  const { id: seriesId } = (await answer.json()) as { id: string }
  await creator.call('PUT', `/api/v1/series/${seriesId}/episodes`, { episodeIds: [id] })
  for (const path of [`/series/${seriesId}`, `/creator/${creator.account.uid}`]) {
    const response = await get(await cardOf(path))
    expect([response.status, response.headers.get('location')]).toEqual([302, video.media.poster])
  }
})

test('an adult, a private and an unknown episode have none, nor has anything else', async () => {
  const adult = await publishEpisode(site, creator, { nsfw: true })
  const own = await publishEpisode(site, creator, { visibility: 'private' })
  const none = '0'.repeat(26)
  for (const path of [
    ...[adult.id, own.id, none].map((id) => `episodes/${id}`),
    ...['series', 'creators', 'films'].map((kind) => `${kind}/${none}`),
  ])
    expect((await get(`/cards/${path}/a.jpg`)).status, path).toBe(404)
})
