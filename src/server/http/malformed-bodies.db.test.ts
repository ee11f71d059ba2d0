import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadProductionBuild } from '#server/screens-build.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/memory-log.ts'
import { createPerson, createStranger, type Person } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

const profileFields = { username: 'Aya', bio: 'Draws stars.', patreonUrl: 'https://example.com/aya' }
const part = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n'

const bodies: [what: string, type: string | null, body: string][] = [
  ['an empty form', 'application/x-www-form-urlencoded', ''],
  ['fields without names', 'application/x-www-form-urlencoded', '=&=&&&=x'],
  ['characters that are none', 'application/x-www-form-urlencoded', 'email=%ZZ%FF%00&password=%00&section=%E2%28'],
  ['the same field a thousand times', 'application/x-www-form-urlencoded', 'email=x&'.repeat(1000)],
  ['a form without an end', 'multipart/form-data; boundary=b', `${part}someone`],
  ['a form without parts', 'multipart/form-data; boundary=b', '--b--\r\n'],
  ['parts without a boundary', 'multipart/form-data', part],
  ['another boundary', 'multipart/form-data; boundary=c', `${part}x\r\n--b--\r\n`],
  [
    'a file where text belongs',
    'multipart/form-data; boundary=b',
    `${part.replace('"email"', '"email"; filename="x"')}x\r\n--b--\r\n`,
  ],
  [
    'a part without a name',
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n`,
  ],
  ['JSON', 'application/json', '{"email":{"$ne":null}}'],
  ['broken JSON', 'application/json', '{"email":'],
  ['XML', 'application/xml', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['plain text', 'text/plain', 'email=x'],
  ['bytes', 'application/octet-stream', '\0\u{1F4A5}'],
  ['a type that is none', 'multipart', 'x'],
  ['no type', null, 'x=y'],
]

let site: TestHoshi
let creator: Person
const lines: LogEntry[] = []
/** Paths of all screens with an action. */
let paths: string[]

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' }, log: createMemoryLog(lines) })
  creator = await createPerson(site.url, 'creator')
  expect((await creator.call('PATCH', '/api/v1/creators/me', profileFields)).status).toBe(200)
  const { routes } = await loadProductionBuild(join(import.meta.dirname, '../../..'))()
  paths = Object.values(routes).flatMap((route) => (route?.module.action ? [`/${route.path ?? ''}`] : []))
})
afterAll(() => site?.close())

test('screens with forms are found', () => {
  expect(paths).toEqual(expect.arrayContaining(['/login', '/signup', '/settings', '/upload', '/dashboard', '/logout']))
})

describe.each(['a stranger', 'a creator'])('%s', (who) => {
  test.each(bodies)('gets no fault for nonsense, and 415 for anything but a form: %s', async (_, type, body) => {
    const { call } = who === 'a stranger' ? createStranger(site.url) : creator
    // Logging out takes no form, and the creator is needed again.
    const requested = paths.filter((each) => who === 'a stranger' || each !== '/logout')
    const isForm = body === '' || /^(application\/x-www-form|multipart\/form-data)/.test(type ?? '')
    const wrong: unknown[] = []
    for (const path of requested.flatMap((each) => [each, `${each}.data`, `${each}?file=1&edit=%00`])) {
      const sent = new TextEncoder().encode(body)
      const { status } = await call('POST', path, sent, type === null ? {} : { 'Content-Type': type })
      if (isForm ? status >= 500 : status !== 415) wrong.push([path, status])
    }
    expect(wrong).toEqual([])
  })
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('%s is not a method of a page', async (method) => {
  const wrong: unknown[] = []
  for (const path of [...paths, '/', '/about', '/nowhere']) {
    const response = await creator.call(method, path, method === 'OPTIONS' ? undefined : new FormData())
    const isRight = response.status === 405 && response.headers.get('allow') === 'GET, HEAD, POST'
    if (!isRight || !(await response.text()).includes('This URL does not support this method.'))
      wrong.push([path, response.status])
  }
  expect(wrong).toEqual([])
})

test.each(['/', '/about', '/nowhere', '/terms', '/robots.txt'])('%s takes no form', async (path) => {
  const response = await creator.call('POST', path, new URLSearchParams({ email: 'x' }).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
  })
  expect([404, 405]).toContain(response.status)
})

test('none of it changed anything or caused a fault', async () => {
  const profile = await (await creator.call('GET', `/api/v1/creators/${creator.account.uid}`)).json()
  expect(profile).toMatchObject(profileFields)
  expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
})
