import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let person: Person

beforeAll(async () => {
  site = await createTestHoshi({ cachesPages: true })
  person = await createPerson(site.url, 'viewer')
})
afterAll(() => site?.close())

function choose(theme: string): Promise<Response> {
  const form = new FormData()
  form.append('section', 'theme')
  form.append('theme', theme)
  return person.call('POST', '/settings/watching', form)
}

const opening = (page: string) => /<html[^>]*>/.exec(page)![0]
const seenBy = async ({ call }: Pick<Person, 'call'>, path: string) => opening(await (await call('GET', path)).text())
async function seenByGuest(path: string, cookie: string): Promise<string> {
  return opening(await (await fetch(site.url + path, { headers: { cookie } })).text())
}

test('the theme of an account is in the first bytes of its pages', async () => {
  expect(await seenBy(person, '/')).toBe('<html lang="en">')
  const chosen = await choose('light')
  expect(chosen.headers.get('location')).toBe('/settings/watching?saved=theme#theme')
  expect(chosen.headers.getSetCookie()).toContain('hoshi_theme=light; Path=/; Max-Age=31536000; SameSite=Lax')
  for (const path of ['/', '/settings/watching'])
    expect(await seenBy(person, path), path).toBe('<html lang="en" data-theme="light">')
  expect((await choose('system')).headers.getSetCookie()).toContain(
    'hoshi_theme=system; Path=/; Max-Age=0; SameSite=Lax',
  )
  expect(await seenBy(person, '/')).toBe('<html lang="en">')
})

test('a theme that does not exist changes nothing', async () => {
  await choose('dark')
  expect((await choose('pink')).status).toBeGreaterThanOrEqual(400)
  expect(await seenBy(person, '/')).toBe('<html lang="en" data-theme="dark">')
})

test('pages that guests share are the same for every theme, and have the script that reads the cookie', async () => {
  for (const cookie of ['hoshi_theme=light', 'hoshi_theme=dark', ''])
    expect(await seenByGuest('/explore', cookie), cookie).toBe('<html lang="en">')
  expect(await (await fetch(`${site.url}/explore`)).text()).toContain('hoshi_theme')
})

test('other pages of a guest follow the cookie without scripts too', async () => {
  expect(await seenByGuest('/about', 'hoshi_theme=light')).toBe('<html lang="en" data-theme="light">')
  expect(await seenByGuest('/about', 'hoshi_theme=pink')).toBe('<html lang="en">')
})
