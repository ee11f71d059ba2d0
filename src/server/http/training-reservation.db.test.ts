import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let other: Person
let opened: Awaited<ReturnType<typeof publishEpisode>>
let reserved: Awaited<ReturnType<typeof publishEpisode>>

beforeAll(async () => {
  site = await createTestHoshi({ cachesPages: true })
  creator = await createPerson(site.url, 'creator', 'Aya')
  other = await createPerson(site.url, 'creator', 'Rin')
  opened = await publishEpisode(site, creator)
  reserved = await publishEpisode(site, other)
})
afterAll(() => site?.close())

const stranger = () => createStranger(site.url)
const reservationOf = async (path: string, person: Pick<Person, 'call'> = stranger()) =>
  (await person.call('GET', path)).headers.get('tdm-reservation')

async function postChoice(fields: Record<string, string>): Promise<number> {
  const form = new FormData()
  form.set('section', 'training')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return (await creator.call('POST', '/settings', form)).status
}

test('every page and file is reserved unless its creator says otherwise', async () => {
  const pages = ['/', '/explore', '/about', '/nowhere', '/robots.txt', '/ai.txt', '/favicon.svg', '/avatars/none']
  // The second time from memory.
  for (const path of [...pages, `/watch/${opened.id}`, `/watch/${opened.id}`, `/watch/${opened.id}.data`])
    expect(await reservationOf(path), path).toBe('1')
  const files = Object.values(opened.video.media)
  expect(new Set(await Promise.all(files.map((path) => reservationOf(path))))).toEqual(new Set(['1']))
  expect(await reservationOf(`/media/${'a'.repeat(26)}/master.m3u8`)).toBe('1')
})

test('what programs may not do is in robots.txt and ai.txt', async () => {
  const robots = await (await stranger().call('GET', '/robots.txt')).text()
  expect(robots).toMatch(/^(#.*\n)?(User-agent: \S+\n)+Disallow: \/\n\nUser-agent: \*\nDisallow: \/api\/\n/)
  expect(robots).toContain('User-agent: GPTBot\n')
  const ai = await stranger().call('GET', '/ai.txt')
  expect(ai.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await ai.text()).toMatch(/User-Agent: \*\nDisallow: \/\n/)
})

test('a creator opens the own episodes and reserves them again, within a second', async () => {
  const change = (trainingReserved: unknown) => creator.call('PATCH', '/api/v1/creators/me', { trainingReserved })
  const paths = [`/watch/${opened.id}`, `/watch/${opened.id}.data`, ...Object.values(opened.video.media)]
  for (const [isReserved, value] of [
    [false, '0'],
    [true, '1'],
  ] as const) {
    expect(await (await change(isReserved)).json()).toMatchObject({ username: 'Aya', trainingReserved: isReserved })
    for (const path of paths) {
      await expect.poll(() => reservationOf(path), { message: path, interval: 25 }).toBe(value)
      expect(await reservationOf(path, creator), path).toBe(value)
    }
    expect(await reservationOf(`/watch/${reserved.id}`)).toBe('1')
    expect(await reservationOf(reserved.video.media.segment)).toBe('1')
    expect(await reservationOf('/explore')).toBe('1')
  }
  expect((await change('no')).status).toBe(422)
})

test('only the creator reads the choice in a profile', async () => {
  const path = `/api/v1/creators/${creator.account.uid}`
  expect(await (await creator.call('GET', path)).json()).toHaveProperty('trainingReserved', true)
  expect(await (await other.call('GET', path)).json()).not.toHaveProperty('trainingReserved')
  const viewer = await createPerson(site.url, 'viewer')
  expect((await viewer.call('PATCH', '/api/v1/creators/me', { trainingReserved: false })).status).toBe(403)
})

test('a creator states that people make the episodes, and everybody reads it', async () => {
  const path = `/api/v1/creators/${creator.account.uid}`
  const pages = [`/creator/${creator.account.uid}`, `/watch/${opened.id}`]
  const badge = async (page: string) => (await (await stranger().call('GET', page)).text()).includes('Made by people')
  expect(await (await stranger().call('GET', path)).json()).toHaveProperty('madeByPeople', false)
  expect(await Promise.all(pages.map(badge))).toEqual([false, false])
  expect((await creator.call('PATCH', '/api/v1/creators/me', { madeByPeople: true })).status).toBe(200)
  expect(await (await stranger().call('GET', path)).json()).toHaveProperty('madeByPeople', true)
  for (const page of pages) await expect.poll(() => badge(page), { message: page, interval: 25 }).toBe(true)
  expect((await creator.call('PATCH', '/api/v1/creators/me', { madeByPeople: 'yes' })).status).toBe(422)
  expect(await postChoice({ reserved: 'on', complete: 'yes' })).toBe(302)
  expect(await (await stranger().call('GET', path)).json()).toHaveProperty('madeByPeople', false)
})

test('the form in Settings saves an unchecked box only when it is complete', async () => {
  const read = async () =>
    (await (await creator.call('GET', `/api/v1/creators/${creator.account.uid}`)).json()) as object
  expect(await postChoice({})).toBe(400)
  expect(await read()).toHaveProperty('trainingReserved', true)
  expect(await postChoice({ complete: 'yes' })).toBe(302)
  expect(await read()).toHaveProperty('trainingReserved', false)
  expect(await postChoice({ reserved: 'on', complete: 'yes' })).toBe(302)
  expect(await read()).toHaveProperty('trainingReserved', true)
})
