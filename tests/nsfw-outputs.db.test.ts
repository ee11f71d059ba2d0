import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from './support/data/query-database.server.ts'
import { publishEpisode } from './support/data/ready-video.server.ts'
import { operationsOf, readDescription } from './support/http/api-description.ts'
import { createPerson, createStranger, type Person } from './support/http/person.ts'
import { createTestHoshi, type TestHoshi } from './support/worlds/test-hoshi.ts'

// Reads every page and every route of the API that reads something, as somebody without an account and as a follower who has
// an adult episode in no list of their own. A new page or route is read without being named here.

const TITLE = 'Moonless Night'

let site: TestHoshi
let readers: Pick<Person, 'call'>[]
let creator: Person
let adult: Awaited<ReturnType<typeof publishEpisode>>
let cover: string
/** Values of path parameters: of everything but the adult episode itself. */
let known: Record<string, string>
let outputs: string[]

beforeAll(async () => {
  site = await createTestHoshi({
    worksJobs: true,
    environment: { STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'a-token' },
  })
  creator = await createPerson(site.url, 'creator', 'Mio')
  const follower = await createPerson(site.url, 'viewer')
  await follower.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
  readers = [createStranger(site.url), follower]
  const shared = { genre: 'Drama', tags: ['moon'] }
  const open = await publishEpisode(site, creator, { ...shared, title: 'Day' })
  adult = await publishEpisode(site, creator, { ...shared, title: TITLE, nsfw: true })
  const name = `cover-${newId()}.webp`
  cover = `/media/${adult.video.uid}/${name}`
  const folder = join(site.dataDir, 'files')
  await copyFile(join(folder, adult.video.media.poster), join(folder, cover))
  await queryDatabase(site.connectionString, 'update videos set cover_name = $2 where uid = $1', [
    adult.video.uid,
    name,
  ])
  const series = (await (await creator.call('POST', '/api/v1/series', { title: 'Nights' })).json()) as { id: string }
  await creator.call('PUT', `/api/v1/series/${series.id}/episodes`, { episodeIds: [open.id, adult.id] })
  await queryDatabase(site.connectionString, 'update episodes set trending = true where id = $1', [open.id])
  const [uid, episodeId, videoId] = [creator.account.uid, open.id, open.video.uid]
  known = { uid, creatorId: uid, account: 'hoshi', episodeId, videoId, seriesId: series.id }
  const api = operationsOf(await readDescription(site.url)).filter(({ method }) => method === 'GET')
  const ids = { '/videos/': videoId, '/stream/': videoId, '/series/': series.id, '/episodes/': open.id }
  outputs = [...pagePaths(), ...api.flatMap(({ path }) => (path.endsWith('/live') ? [] : [fillIn(path, ids)]))]
})

afterAll(() => site?.close())

type Route = { path?: string; index?: boolean; children?: Route[] }

function pagePaths(): string[] {
  const all = (routes as Route[]).flatMap((each) => each.children ?? [each])
  const paths = all.flatMap(({ path, index }) => (index ? ['/'] : path && path !== '*' ? [`/${path}`] : []))
  return paths.map((path) => path.replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? name))
}

/** @param ids the value of a parameter that has no name of its own, by what precedes it */
function fillIn(path: string, ids: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const before = Object.keys(ids).find((part) => path.slice(0, at).endsWith(part))
    return (before && ids[before]) ?? known[name] ?? 'unknown'
  })
}

const queries = ['?search=moon', '?search=moonless', '?genre=Drama', '?trending=true', `?search=mio`]

interface Answer {
  path: string
  status: number
  text: string
}

async function readAll(paths: string[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const reader of readers)
    for (const path of paths) {
      const response = await reader.call('GET', path)
      answers.push({ path, status: response.status, text: await response.text() })
    }
  return answers
}

const namesIt = ({ text }: Answer) => [TITLE, adult.id, adult.video.uid].some((name) => text.includes(name))
/** Addresses of media of the adult episode, but for its blurred poster. */
const mediaIn = ({ text }: Answer) =>
  [...text.matchAll(new RegExp(`/media/${adult.video.uid}/[\\w/.-]+`, 'g'))]
    .map(String)
    .filter((path) => path !== cover)

test('an adult episode is on its creator’s profile and in its series, covered, and in no other output', async () => {
  const lists = ['/explore', '/api/v1/episodes'].flatMap((path) => queries.map((query) => path + query))
  const answers = await readAll([...outputs, ...lists])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(50)
  const { uid, seriesId, episodeId } = known
  expect([...new Set(answers.filter(namesIt).map(({ path }) => path))].sort()).toEqual(
    [
      `/creator/${uid}`,
      `/series/${seriesId}`,
      // Its place in the series: where the part before it leads.
      `/watch/${episodeId}`,
      `/api/v1/series/${seriesId}`,
    ].sort(),
  )
  expect(answers.flatMap(mediaIn)).toEqual([])
})

test('its own page has neither media nor a picture for link previews, and asks search engines to leave it out', async () => {
  const answers = await readAll([`/watch/${adult.id}`, `/creator/${known.uid}`, `/series/${known.seriesId}`])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(answers.flatMap(mediaIn)).toEqual([])
  const pictures = answers.flatMap(({ text }) => text.match(/<meta[^>]+(?:og|twitter):image"[^>]*>/g) ?? [])
  expect(pictures.length).toBeGreaterThan(5)
  expect(pictures.join('\n')).not.toContain(adult.video.uid)
  expect(answers[0]!.text).toContain('noindex')
})

test('what the compatible API offers pages of other sites has none of its media', async () => {
  const [page] = await readAll([`/${adult.video.uid}/iframe`])
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Marked NSFW') })
  expect(mediaIn(page!)).toEqual([])
})
