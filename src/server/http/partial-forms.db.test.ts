import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPerson, type Person } from '#tests/support/person.ts'
import { publishEpisode } from '#tests/support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

let site: TestHoshi
let creator: Person
const profileFields = { username: 'Aya', bio: 'Draws stars.', patreonUrl: 'https://example.com/aya' }

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  creator = await createPerson(site.url, 'creator')
})
beforeEach(async () => {
  expect((await creator.call('PATCH', '/api/v1/creators/me', profileFields)).status).toBe(200)
})
afterAll(() => site?.close())

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

async function profile(): Promise<unknown> {
  return await (await creator.call('GET', `/api/v1/creators/${creator.account.uid}`)).json()
}

test.each([
  ['nothing', {}, 400],
  ['an unknown section', { section: 'everything' }, 400],
  ['its section alone', { section: 'profile' }, 302],
])('a settings form with %s changes nothing', async (_, fields, status) => {
  const response = await creator.call('POST', '/settings', formOf(fields))
  expect(response.status).toBe(status)
  expect(await profile()).toMatchObject(profileFields)
})

test('a settings form changes only the fields that it contains, including emptied ones', async () => {
  await creator.call('POST', '/settings', formOf({ section: 'profile', bio: '' }))
  expect(await profile()).toMatchObject({ ...profileFields, bio: '' })
})

test('a form that edits an episode changes only the fields that it contains', async () => {
  const { id } = await publishEpisode(site, creator, { title: 'Rain', description: 'It falls.', tags: ['slow'] })
  const response = await creator.call('POST', '/dashboard', formOf({ intent: 'edit', id, title: 'Snow' }))
  expect(response.status).toBe(302)
  const episode = await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()
  expect(episode).toMatchObject({ title: 'Snow', description: 'It falls.', tags: ['slow'], genre: 'Action' })
})
