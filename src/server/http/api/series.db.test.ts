import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

type Json = Record<string, unknown>

async function call(who: Pick<Person, 'call'>, method: string, path: string, body?: unknown): Promise<Json> {
  const response = await who.call(method, path, body)
  return { httpStatus: response.status, ...(response.status === 204 ? {} : ((await response.json()) as Json)) }
}

const publish = async (fields: object = {}) => (await publishEpisode(site, creator, fields)).id
const setEpisodes = (id: unknown, body: object) => call(creator, 'PUT', `/api/v1/series/${id}/episodes`, body)

async function seriesOf(episodeIds: string[]): Promise<unknown> {
  const { id } = await call(creator, 'POST', '/api/v1/series', { title: 'The Vega Line' })
  expect(await setEpisodes(id, { episodeIds })).toMatchObject({ httpStatus: 200 })
  return id
}

test('a new series is empty, and each episode in it says its series and its number', async () => {
  const made = await call(creator, 'POST', '/api/v1/series', { title: ' The Vega Line ', description: 'Eight stops.' })
  expect(made).toMatchObject({ httpStatus: 201, title: 'The Vega Line', description: 'Eight stops.', episodes: [] })
  const [one, two] = [await publish(), await publish()]
  const arcs = [{ title: 'Departures', from: 1, to: 2 }]
  const listed = await setEpisodes(made.id, { episodeIds: [two, one], arcs })
  expect(listed).toMatchObject({
    arcs,
    episodeCount: 2,
    episodes: [
      { id: two, seriesId: made.id, seriesNumber: 1 },
      { id: one, seriesId: made.id, seriesNumber: 2 },
    ],
  })
  const stranger = createStranger(site.url)
  expect(await call(stranger, 'GET', `/api/v1/series/${made.id}`)).toMatchObject({ title: 'The Vega Line', arcs })
  expect(await call(stranger, 'GET', `/api/v1/episodes/${one}`)).toMatchObject({ seriesId: made.id, seriesNumber: 2 })
  const explore = await call(stranger, 'GET', '/api/v1/episodes')
  expect(explore.episodes).toContainEqual(expect.objectContaining({ id: two, seriesNumber: 1 }))
  const own = await call(creator, 'GET', '/api/v1/me/episodes')
  expect(own.episodes).toContainEqual(expect.objectContaining({ id: one, seriesNumber: 2 }))
  expect(await call(stranger, 'GET', `/api/v1/creators/${creator.account.uid}/series`)).toMatchObject({
    series: [expect.objectContaining({ id: made.id, episodeCount: 2 })],
    nextCursor: null,
  })
})

test('an episode twice, of somebody else or of another series is refused, and so are overlapping arcs', async () => {
  const [one, two] = [await publish(), await publish()]
  const id = await seriesOf([one])
  await seriesOf([two])
  const other = await createPerson(site.url, 'creator')
  const { id: foreign } = await publishEpisode(site, other)
  const refused = async (body: object, httpStatus: number, code: string) =>
    expect(await setEpisodes(id, body)).toMatchObject({ httpStatus, code })
  await refused({ episodeIds: [one, one] }, 422, 'series.episode_twice')
  await refused({ episodeIds: [foreign] }, 403, 'series.episode_of_other')
  await refused({ episodeIds: [two] }, 409, 'series.episode_taken')
  await refused({ episodeIds: ['unknown'] }, 404, 'catalog.episode_not_found')
  const ids = Array.from({ length: 201 }, (_, at) => `e${at}`)
  await refused({ episodeIds: ids }, 422, 'series.episodes_too_many')
  await refused({ episodeIds: [one], arcs: [{ title: '', from: 1, to: 1 }] }, 422, 'series.arcs_invalid')
  await refused({ episodeIds: [one], order: [] }, 422, 'request.invalid')
  const path = `/api/v1/series/${id}`
  expect(await call(other, 'PUT', `${path}/episodes`, { episodeIds: [] })).toMatchObject({ httpStatus: 403 })
  expect(await call(creator, 'PATCH', path, { title: ' ' })).toMatchObject({ code: 'series.title_required' })
  expect(await call(creator, 'PATCH', path, { title: 'x'.repeat(121) })).toMatchObject({ code: 'series.title_invalid' })
  const long = { description: 'x'.repeat(1001) }
  expect(await call(creator, 'PATCH', path, long)).toMatchObject({ code: 'series.description_invalid' })
  expect(await call(creator, 'GET', path)).toMatchObject({ title: 'The Vega Line', episodes: [{ id: one }] })
})

test('private parts are left out for others, keep their numbers, and leave no trace behind the last public one', async () => {
  const [one, two, three] = [await publish({ visibility: 'private' }), await publish(), await publish()]
  const id = await seriesOf([one, two, three])
  expect((await call(creator, 'PATCH', `/api/v1/episodes/${three}`, { visibility: 'private' })).httpStatus).toBe(200)
  const stranger = createStranger(site.url)
  const seen = await call(stranger, 'GET', `/api/v1/series/${id}`)
  expect(seen).toMatchObject({ episodeCount: 1, episodes: [{ id: two, seriesNumber: 2 }] })
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${one}|${three}`))
  expect((await call(creator, 'PATCH', `/api/v1/episodes/${two}`, { visibility: 'unlisted' })).httpStatus).toBe(200)
  expect(await call(stranger, 'GET', `/api/v1/series/${id}`)).toMatchObject({ code: 'series.not_found' })
  expect(await call(stranger, 'GET', `/api/v1/episodes/${two}`)).toMatchObject({ seriesId: null, seriesNumber: null })
  expect(await call(creator, 'GET', `/api/v1/episodes/${two}`)).toMatchObject({ seriesId: id, seriesNumber: 2 })
})

test('many episodes are put into a series at once, and taken out', async () => {
  const [one, two] = [await publish(), await publish()]
  const id = await seriesOf([one])
  const bulk = (body: object) => call(creator, 'POST', '/api/v1/me/episodes/bulk', body)
  const change = { genre: 'Mecha', seriesId: id }
  expect(await bulk({ episodeIds: [two, one, 'unknown'], change })).toMatchObject({
    changed: 2,
    refused: [{ id: 'unknown', code: 'catalog.episode_not_found' }],
  })
  expect(await call(creator, 'GET', `/api/v1/series/${id}`)).toMatchObject({
    episodes: [
      { id: one, genre: 'Mecha' },
      { id: two, genre: 'Mecha' },
    ],
  })
  const unknown = { episodeIds: [one], change: { seriesId: 'unknown' } }
  expect(await bulk(unknown)).toMatchObject({ httpStatus: 404, code: 'series.not_found' })
  expect(await bulk({ episodeIds: [one], change: { seriesId: null } })).toMatchObject({ changed: 1, refused: [] })
  expect(await call(creator, 'GET', `/api/v1/series/${id}`)).toMatchObject({ episodes: [{ id: two, seriesNumber: 1 }] })
})

test('a change of one episode moves it to another series together with its fields, or out of it', async () => {
  const [one, two] = [await publish(), await publish()]
  const [from, to] = [await seriesOf([one]), await seriesOf([two])]
  const edit = (body: object, who: Pick<Person, 'call'> = creator) =>
    call(who, 'PATCH', `/api/v1/episodes/${one}`, body)
  expect(await edit({ genre: 'Mecha', seriesId: to })).toMatchObject({ genre: 'Mecha', seriesId: to, seriesNumber: 2 })
  expect(await edit({ title: 'Renamed' })).toMatchObject({ title: 'Renamed', seriesId: to })
  expect(await edit({ title: '', seriesId: from })).toMatchObject({ httpStatus: 422, code: 'catalog.title_required' })
  expect(await edit({ genre: 'Drama', seriesId: 'unknown' })).toMatchObject({ httpStatus: 404 })
  const other = await createPerson(site.url, 'creator')
  expect(await edit({ seriesId: null }, other)).toMatchObject({ httpStatus: 403, code: 'catalog.owner_only' })
  const { id: foreign } = await call(other, 'POST', '/api/v1/series', { title: 'Theirs' })
  expect(await edit({ seriesId: foreign })).toMatchObject({ httpStatus: 404, code: 'series.not_found' })
  expect(await call(creator, 'GET', `/api/v1/episodes/${one}`)).toMatchObject({ genre: 'Mecha', seriesId: to })
  expect(await edit({ seriesNumber: 1 })).toMatchObject({ seriesId: to, seriesNumber: 1 })
  expect(await call(creator, 'GET', `/api/v1/episodes/${two}`)).toMatchObject({ seriesNumber: 2 })
  const wrong = { httpStatus: 422, code: 'series.number_invalid', field: 'seriesNumber' }
  expect(await edit({ genre: 'Drama', seriesId: from, seriesNumber: 2 })).toMatchObject(wrong)
  expect(await call(creator, 'GET', `/api/v1/episodes/${one}`)).toMatchObject({ genre: 'Mecha', seriesId: to })
  expect(await edit({ seriesId: null })).toMatchObject({ seriesId: null, seriesNumber: null })
})

test('the next public part is offered first after an episode, and none after the last one', async () => {
  const [one, two, three] = [await publish(), await publish({ visibility: 'unlisted' }), await publish()]
  await seriesOf([one, two, three])
  const reasonsAfter = async (id: string) => {
    const { episodes } = await call(createStranger(site.url), 'GET', `/api/v1/episodes/${id}/next`)
    return (episodes as Json[]).map((episode) => [episode.id, episode.reason])
  }
  expect((await reasonsAfter(one))[0]).toEqual([three, 'series'])
  expect((await reasonsAfter(three)).filter(([, reason]) => reason === 'series')).toEqual([])
})

test('the export has the series, and deleting the account deletes them', async () => {
  const leaving = await createPerson(site.url, 'creator')
  const { id: one } = await publishEpisode(site, leaving)
  const { id } = await call(leaving, 'POST', '/api/v1/series', { title: 'The Vega Line' })
  await call(leaving, 'PUT', `/api/v1/series/${id}/episodes`, { episodeIds: [one] })
  const stored = await site.hoshi.rooms.series.storedBy(leaving.account.uid)
  expect(stored).toMatchObject([{ id, title: 'The Vega Line', episodes: [{ id: one, number: 1 }], arcs: [] }])
  const { password } = leaving
  expect((await call(leaving, 'DELETE', '/api/v1/me', { password, now: true })).httpStatus).toBe(202)
  expect(await call(createStranger(site.url), 'GET', `/api/v1/series/${id}`)).toMatchObject({ httpStatus: 404 })
  expect(await site.hoshi.rooms.series.storedBy(leaving.account.uid)).toEqual([])
})
