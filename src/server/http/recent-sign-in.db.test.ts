import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi()
})
afterAll(() => site?.close())

async function createPersonOfLongAgo(): Promise<Person> {
  const person = await createPerson(site.url, 'viewer')
  const age = `update sessions set signed_in_at = now() - interval '11 minutes' where user_id = $1`
  await queryDatabase(site.connectionString, age, [person.account.uid])
  return person
}

function postForm(person: Pick<Person, 'call'>, path: string, fields: Record<string, string>): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return person.call('POST', path, form)
}

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

test('a dangerous call with an old sign-in is refused before its body is read, and works after signing in again', async () => {
  const person = await createPersonOfLongAgo()
  const remove = (body: object) => person.call('DELETE', '/api/v1/me', body)
  expect(await codeOf(await remove({ password: person.password }))).toEqual([403, 'identity.sign_in_again'])
  expect(await codeOf(await remove({ unknown: true }))).toEqual([403, 'identity.sign_in_again'])
  expect(await codeOf(await createStranger(site.url).call('DELETE', '/api/v1/me', {}))).toEqual([
    401,
    'identity.sign_in_required',
  ])
  const { email, password } = person
  expect((await person.call('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200)
  expect(await codeOf(await remove({ password: 'not this one' }))).toEqual([403, 'identity.password_wrong'])
})

test('the form asks for the password and leads back, on this site only', async () => {
  const person = await createPersonOfLongAgo()
  const page = await person.call('GET', '/sign-in-again?next=%2Fsettings%3Femail%3Da%2540b.co%23email')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Confirm it is you')])
  const wrong = await postForm(person, '/sign-in-again', { password: 'not this one', next: '/library' })
  expect([wrong.status, await wrong.text()]).toEqual([
    403,
    expect.stringContaining('The current password is incorrect.'),
  ])
  const back = async (next: string) =>
    (await postForm(person, '/sign-in-again', { password: person.password, next })).headers.get('location')
  expect(await back('/settings?email=a%40b.co#email')).toBe('/settings?email=a%40b.co#email')
  expect(await back('//evil.example')).toBe('/settings')
  expect((await person.call('DELETE', '/api/v1/me', {})).status).toBe(422)
})

test('a stranger is led to the login, and a form whose session has ended says so', async () => {
  const stranger = createStranger(site.url)
  const { headers } = await stranger.call('GET', '/sign-in-again?next=/library')
  expect(headers.get('location')).toBe('/login?next=%2Fsign-in-again%3Fnext%3D%252Flibrary')
  const form = await postForm(stranger, '/sign-in-again', { password: 'any password', next: '/library' })
  expect([form.status, await form.text()]).toEqual([401, expect.stringContaining('You must be logged in.')])
})
