import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** Two processes on one database; media are at a CDN where everybody may see them. */
let site: TestHoshi
let beside: TestHoshi
let creator: Person
let adult: Awaited<ReturnType<typeof publishEpisode>>
let other: Awaited<ReturnType<typeof publishEpisode>>
let cover: string

const cdn = 'https://cdn.example'

beforeAll(async () => {
  const environment = (url: string) => ({ ROLE: 'web', PUBLIC_URL: url, MEDIA_BASE_URL: cdn })
  site = await createTestHoshi({ cachesPages: true, environment })
  beside = await createTestHoshi({ cachesPages: true, beside: site })
  creator = await createPerson(site.url, 'creator', 'Mio')
  adult = await publishEpisode(site, creator, { title: 'Night', nsfw: true })
  other = await publishEpisode(site, creator, { title: 'Later', nsfw: true })
  for (const { video } of [adult, other]) {
    const name = `cover-${video.uid}.webp`
    const folder = join(site.dataDir, 'files')
    cover = `/media/${video.uid}/${name}`
    await copyFile(join(folder, video.media.poster), join(folder, cover))
    await queryDatabase(site.connectionString, 'update videos set cover_name = $2 where uid = $1', [video.uid, name])
  }
  cover = `/media/${adult.video.uid}/cover-${adult.video.uid}.webp`
})

afterAll(async () => {
  await beside?.close()
  await site?.close()
})

type Caller = Pick<Person, 'call'>

/** Presses a button of the gate, without scripts. */
async function choose(caller: Caller, intent: string, id = adult.id): Promise<Response> {
  const form = new FormData()
  form.append('intent', intent)
  return await caller.call('POST', `/watch/${id}`, form)
}

async function statusesOf(caller: Caller, media: object = adult.video.media): Promise<number[]> {
  const paths: string[] = Object.values(media)
  const statuses = await Promise.all(paths.map(async (path) => (await caller.call('GET', path)).status))
  return [...new Set(statuses)]
}

const readEpisode = async (caller: Caller, id = adult.id) => (await caller.call('GET', `/api/v1/episodes/${id}`)).json()
const pageOf = async (caller: Caller, id = adult.id) => (await caller.call('GET', `/watch/${id}`)).text()
const withAlways = async () => {
  const person = await createPerson(site.url, 'viewer')
  await person.call('PUT', '/api/v1/me/nsfw', { always: true, birthYear: 1990 })
  return person
}

describe('media of an adult episode', () => {
  test('are sent to nobody who has not chosen to see it, but for the blurred poster', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    for (const caller of [createStranger(site.url), createStranger(beside.url), viewer]) {
      expect(await statusesOf(caller)).toEqual([404])
      expect(await readEpisode(caller)).toMatchObject({ nsfw: true, poster: cover, preview: null })
      const page = await pageOf(caller)
      expect(page).toContain('This episode is marked NSFW')
      expect(page.match(/\/media\/[\w/.-]+/g)?.every((path) => path === cover)).toBe(true)
    }
    const drawn = await fetch(site.url + cover)
    expect(drawn.status).toBe(200)
    expect(drawn.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  })

  test('are sent to a visitor who has chosen to see this one, and stored by no cache', async () => {
    const visitor = createStranger(site.url)
    const chosen = await choose(visitor, 'show nsfw')
    expect(chosen.headers.get('Location')).toBe(`/watch/${adult.id}`)
    expect(chosen.headers.get('Set-Cookie')).toMatch(/^hoshi_shown=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await statusesOf(visitor)).toEqual([200])
    const { headers } = await visitor.call('GET', adult.video.media.segment)
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    // Not at the CDN, to which no cookie is sent.
    expect(await readEpisode(visitor)).toMatchObject({ poster: adult.video.media.poster })
    expect(await pageOf(visitor)).toContain(adult.video.media.master)
    expect(await statusesOf(visitor, other.video.media)).toEqual([404])
    expect(await readEpisode(visitor, other.id)).toMatchObject({ preview: null })
  })

  test('are sent to its creator, to admins, and to accounts that have chosen so for all', async () => {
    const admin = await createPerson(site.url, 'viewer')
    const makeAdmin = `update users set role = 'admin' where id = $1`
    await queryDatabase(site.connectionString, makeAdmin, [admin.account.uid])
    for (const caller of [creator, admin, await withAlways()]) {
      expect(await statusesOf(caller)).toEqual([200])
      expect(await readEpisode(caller)).toMatchObject({ poster: adult.video.media.poster })
    }
  })

  test('are not sent for a cookie that was made up', async () => {
    const Cookie = `hoshi_shown=${adult.id}.9999999999.AAAAAAAAAAAAAAAAAAAAAA`
    const response = await fetch(site.url + adult.video.media.master, { headers: { Cookie } })
    expect(response.status).toBe(404)
    const page = await fetch(`${site.url}/watch/${adult.id}`, { headers: { Cookie } })
    expect(await page.text()).toContain('This episode is marked NSFW')
  })

  test('follow the mark within a second, on every process', async () => {
    const { id, video } = await publishEpisode(site, creator, { title: 'Dusk' })
    const strangers = [createStranger(site.url), createStranger(beside.url)]
    for (const stranger of strangers) expect(await statusesOf(stranger, video.media)).toEqual([200])
    const mark = (nsfw: boolean) => creator.call('PATCH', `/api/v1/episodes/${id}`, { nsfw })
    await mark(true)
    for (const stranger of strangers) await expect.poll(() => statusesOf(stranger, video.media)).toEqual([404])
    await mark(false)
    for (const stranger of strangers) await expect.poll(() => statusesOf(stranger, video.media)).toEqual([200])
  })
})

test('a play of an adult episode counts only for who has chosen to see it', async () => {
  let visits = 0
  const play = async (caller: Caller, kind = 'watch') => {
    const visit = { kind, visitId: `visit-${++visits}` }
    return await (await caller.call('POST', `/api/v1/episodes/${other.id}/views`, visit)).json()
  }
  const visitor = createStranger(site.url)
  for (const caller of [visitor, createStranger(beside.url), await createPerson(site.url, 'viewer')])
    for (const kind of ['watch', 'preview']) expect(await play(caller, kind)).toEqual({ views: 0, counted: false })
  await choose(visitor, 'show nsfw')
  expect(await play(visitor)).toEqual({ views: 0, counted: false })
  await choose(visitor, 'show nsfw', other.id)
  expect(await play(visitor)).toEqual({ views: 1, counted: true })
  expect(await play(await withAlways())).toEqual({ views: 2, counted: true })
})

describe('a page that many share', () => {
  test('is never the one of somebody who has chosen', async () => {
    const visitor = createStranger(site.url)
    await choose(visitor, 'show nsfw')
    const always = await withAlways()
    for (const url of [site.url, beside.url])
      for (let round = 0; round < 3; round++) {
        expect(await pageOf(visitor)).toContain(adult.video.media.master)
        expect(await pageOf(always)).toContain(adult.video.media.master)
        expect(await pageOf(createStranger(url))).not.toContain(adult.video.media.master)
      }
    const own = await visitor.call('GET', `/watch/${adult.id}`)
    expect(own.headers.get('Cache-Control')).toBe('no-store')
    expect(own.headers.get('Content-Security-Policy')).toMatch(/script-src 'nonce-/)
  })

  test('is still shared by visitors who have chosen to see another episode', async () => {
    const visitor = createStranger(site.url)
    await choose(visitor, 'show nsfw', other.id)
    const { headers } = await visitor.call('GET', `/watch/${adult.id}`)
    expect(headers.get('Content-Security-Policy')).toMatch(/script-src 'sha256-/)
  })
})

describe('the gate', () => {
  test('asks an account for its year of birth once, and then shows all', async () => {
    const person = await createPerson(site.url, 'viewer')
    const settings = `/settings/watching?next=${encodeURIComponent(`/watch/${adult.id}`)}#nsfw`
    const asked = await choose(person, 'always show nsfw')
    expect(asked.headers.get('Location')).toBe(settings)
    await person.call('PUT', '/api/v1/me/nsfw', { always: false, birthYear: 1990 })
    const chosen = await choose(person, 'always show nsfw')
    expect(chosen.headers.get('Location')).toBe(`/watch/${adult.id}`)
    expect(await pageOf(person, other.id)).toContain('NSFW is shown because of your settings')
  })

  test('offers to log in to visitors, and leads there from the choice for all', async () => {
    const visitor = createStranger(site.url)
    const page = await pageOf(visitor)
    expect(page).toContain('to save your choice.')
    expect(page).not.toContain('Always show while I am logged in')
    const chosen = await choose(visitor, 'always show nsfw')
    expect(chosen.headers.get('Location')).toBe(`/login?next=${encodeURIComponent(`/watch/${adult.id}`)}`)
  })

  test('says who has set the mark, and why', async () => {
    expect(await pageOf(createStranger(site.url))).toContain('its creator')
    await queryDatabase(site.connectionString, `update episodes set nsfw_reason = 'Blood' where id = $1`, [other.id])
    const page = await pageOf(createStranger(site.url), other.id)
    expect(page.replaceAll('<!-- -->', '')).toContain('This episode is marked NSFW: Blood')
    expect(page).toContain('a moderator')
  })

  test('is not there for an episode that this visitor cannot see', async () => {
    const { id } = await publishEpisode(site, creator, { nsfw: true, visibility: 'private' })
    expect((await choose(createStranger(site.url), 'show nsfw', id)).status).toBe(404)
  })
})
