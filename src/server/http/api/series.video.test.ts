import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

// One white pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
let site: TestHoshi
let creator: Person
let id: string

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  creator = await createPerson(site.url, 'creator')
  const made = await creator.call('POST', '/api/v1/series', { title: 'The Vega Line' })
  id = ((await made.json()) as { id: string }).id
  const { id: episodeId } = await publishEpisode(site, creator)
  await creator.call('PUT', `/api/v1/series/${id}/episodes`, { episodeIds: [episodeId] })
})

afterAll(() => site?.close())

const put = (bytes: Uint8Array, type = 'image/png') =>
  creator.call('PUT', `/api/v1/series/${id}/poster`, bytes, { 'Content-Type': type })
const filesOf = () => readdir(join(site.dataDir, 'files/series-posters', id)).catch(() => [])
const shown = async () => (await createStranger(site.url).call('GET', `/api/v1/series/${id}`)).json()

test('a picture replaces the poster of the first part, and its file goes when it is replaced or the series deleted', async () => {
  expect(await shown()).toMatchObject({ hasOwnPoster: false, poster: expect.stringMatching(/^\/media\//) })
  expect((await put(png)).status).toBe(200)
  const answer = await put(png)
  const { poster } = (await answer.json()) as { poster: string }
  expect(poster).toMatch(new RegExp(`^/series-posters/${id}/[0-9a-z]{26}\\.webp$`))
  expect(await shown()).toMatchObject({ hasOwnPoster: true, poster })
  const picture = await createStranger(site.url).call('GET', poster)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  const waitFor = (files: string[]) =>
    vi.waitFor(async () => expect(await filesOf()).toEqual(files), { timeout: MAX_WAIT_MS })
  await waitFor([poster.split('/').at(-1)!])
  expect((await creator.call('DELETE', `/api/v1/series/${id}/poster`)).status).toBe(204)
  expect(await shown()).toMatchObject({ hasOwnPoster: false })
  await waitFor([])
})

test('a picture that is none, too large, damaged or empty is refused', async () => {
  const refusals: [Response, number, string][] = [
    [await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 415, 'series.poster_no_picture'],
    [await put(new Uint8Array()), 422, 'series.poster_missing'],
    [await put(png.subarray(0, 60)), 422, 'series.poster_unreadable'],
    [await put(new Uint8Array(5 * 1024 ** 2 + 1)), 413, 'request.too_large'],
    [await put(png, 'application/json'), 415, 'request.wrong_type'],
  ]
  for (const [response, status, code] of refusals) expect(await response.json()).toMatchObject({ status, code })
})
