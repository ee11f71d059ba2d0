import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let mio: Person

beforeAll(async () => {
  site = await createTestHoshi()
  mio = await createPerson(site.url, 'creator', 'Mio Arakawa')
})

afterAll(() => site?.close())

interface Offered {
  id: string
  reason: string
  reasonText: string
  liked?: boolean
}

async function nextOf(id: string, caller: Pick<Person, 'call'> = createStranger(site.url)): Promise<Offered[]> {
  const response = await caller.call('GET', `/api/v1/episodes/${id}/next`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { episodes: Offered[] }).episodes
}

test('each episode comes with its reason, in words too', async () => {
  const others = [await createPerson(site.url, 'creator'), await createPerson(site.url, 'creator')] as const
  const self = await seedEpisode(site.connectionString, mio, { genre: 'Romance' })
  const own = await seedEpisode(site.connectionString, mio, { genre: 'Mecha' })
  const similar = await seedEpisode(site.connectionString, others[0], { genre: 'Romance' })
  const newest = await seedEpisode(site.connectionString, others[1], { genre: 'Comedy' })
  await seedEpisode(site.connectionString, mio, { genre: 'Romance', nsfw: true })
  const found = await nextOf(self)
  expect(found.map(({ id, reason, reasonText }) => [id, reason, reasonText])).toEqual([
    [own, 'creator', 'More from Mio Arakawa'],
    [similar, 'similar', 'Similar: Romance'],
    [newest, 'newest', 'New on Hoshi'],
  ])
  expect(found[0]).not.toHaveProperty('liked')
  await mio.call('PUT', `/api/v1/episodes/${similar}/like`)
  expect((await nextOf(self, mio)).map(({ liked }) => liked)).toEqual([false, true, false])
})

test('the next part of a series comes first, and none follows the last one', async () => {
  const hana = await createPerson(site.url, 'creator', 'Hana')
  const parts = [
    await seedEpisode(site.connectionString, hana),
    await seedEpisode(site.connectionString, hana),
    await seedEpisode(site.connectionString, hana),
  ] as const
  const created = await hana.call('POST', '/api/v1/series', { title: 'The Vega Line' })
  const { id } = (await created.json()) as { id: string }
  const ordered = await hana.call('PUT', `/api/v1/series/${id}/episodes`, { episodeIds: parts })
  expect(ordered.status).toBe(200)
  const reasonsAfter = async (part: string) =>
    (await nextOf(part))
      .filter(({ reason }) => reason === 'series')
      .map(({ id: next, reasonText }) => [next, reasonText])
  expect((await nextOf(parts[0]))[0]!.id).toBe(parts[1])
  expect(await reasonsAfter(parts[0])).toEqual([[parts[1], 'Next in series']])
  expect(await reasonsAfter(parts[2])).toEqual([])
  await hana.call('PATCH', `/api/v1/episodes/${parts[1]}`, { nsfw: true })
  expect(await reasonsAfter(parts[0])).toEqual([[parts[2], 'Next in series']])
  await hana.call('PATCH', `/api/v1/episodes/${parts[2]}`, { visibility: 'private' })
  expect(await reasonsAfter(parts[0])).toEqual([])
})

test('a private episode has next ones for its creator only', async () => {
  const self = await seedEpisode(site.connectionString, mio)
  await mio.call('PATCH', `/api/v1/episodes/${self}`, { visibility: 'private' })
  const response = await createStranger(site.url).call('GET', `/api/v1/episodes/${self}/next`)
  expect(response.status).toBe(404)
  expect((await nextOf(self, mio)).map(({ id }) => id)).not.toContain(self)
})
