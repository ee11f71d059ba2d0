import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sections } from '#app/settings/settings-state.ts'
import { loadProductionBuild } from '#server/screens-build.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { createFullAccount, type FullAccount } from '#tests/support/worlds/full-account.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const formType = 'application/x-www-form-urlencoded'
const part = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n'

/** Fields that name a form, a button or an answer, without the rest of the form. */
const loneFields = [
  ...sections.map((section) => `section=${section}`),
  ...['do=save', 'do=add', 'intent=save', 'intent=delete', 'intent=edit', 'intent=restore', 'intent=pause+history'],
  ...['order=', 'rows=5', 'asksNsfw=true', 'title=x', 'role=x', 'label0=x', 'answer=decline', 'email=x'],
]

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
  ...loneFields.map((field): [string, string, string] => [`${field} alone`, formType, field]),
]

let site: TestHoshi
let its: FullAccount
let viewer: Person
/** All that the creator has, before any of the requests. */
let stored: Record<string, unknown>
const lines: LogEntry[] = []
/** Paths of all screens with an action, those of records with the ids of the creator's own. */
let paths: string[]

function withIds(path: string): string {
  const ids = { episodeId: its.episodeId, seriesId: its.seriesId, creatorId: its.other.account.uid }
  return path.replace(/:(\w+)/g, (_, name: keyof typeof ids) => ids[name])
}

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' }, log: createMemoryLog(lines) })
  its = await createFullAccount(site)
  viewer = await createPerson(site.url, 'viewer')
  stored = await its.read()
  const { routes } = await loadProductionBuild(join(import.meta.dirname, '../../..'))()
  const pathOf = ({ path, parentId }: { path?: string; parentId?: string }): string => {
    const parent = parentId === undefined ? undefined : routes[parentId]
    return [parent ? pathOf(parent) : '', path ?? ''].filter(Boolean).join('/')
  }
  paths = Object.values(routes)
    .flatMap((route) => (route?.module.action ? [`/${pathOf(route)}`] : []))
    .map(withIds)
})
afterAll(() => site?.close())

test('screens with forms are found, each at a record that is there', () => {
  const { episodeId, seriesId } = its
  const ofRecords = [`/watch/${episodeId}`, `/dashboard/credits/${episodeId}`, `/series/${seriesId}/edit`]
  const others = ['/login', '/signup', '/settings', '/upload', '/dashboard', '/logout']
  expect(paths).toEqual(expect.arrayContaining([...ofRecords, ...others]))
  expect(paths.filter((path) => /:|undefined/.test(path))).toEqual([])
})

/** The URLs of a screen's forms, as pages and as scripts ask for them; the dashboard's are in dialogs that its URL names. */
function urlsOf(path: string): string[] {
  const dialogs = path === '/dashboard' ? [`${path}?file=1&edit=%00`, `${path}?edit=${its.episodeId}`] : []
  return [path, `${path}.data`, ...dialogs]
}

/** Sends a body to every path with an action. @returns where the answer is a fault, or no 415 to what is no form */
async function findWrongAnswers(person: Pick<Person, 'call'>, isLoggedIn: boolean, type: string | null, body: string) {
  // Logging out takes no form, and who is logged in is needed again.
  const requested = paths.filter((each) => !isLoggedIn || each !== '/logout')
  const isForm = body === '' || /^(application\/x-www-form|multipart\/form-data)/.test(type ?? '')
  const isLone = loneFields.includes(body)
  const wrong: unknown[] = []
  // One field does the same in both; its page is rendered with it, and a stranger's leads to the login.
  const isAsked = (url: string) => !isLone || url.endsWith('.data') !== isLoggedIn
  for (const path of requested.flatMap(urlsOf).filter(isAsked)) {
    const sent = new TextEncoder().encode(body)
    const { status } = await person.call('POST', path, sent, type === null ? {} : { 'Content-Type': type })
    if (isForm ? status >= 500 : status !== 415) wrong.push([path, status])
  }
  return wrong
}

test.each(bodies)('nonsense is no fault, and 415 for anything but a form: %s', async (_, type, body) => {
  expect(await findWrongAnswers(createStranger(site.url), false, type, body)).toEqual([])
  expect(await findWrongAnswers(its.creator, true, type, body)).toEqual([])
})

// Only what a viewer has of the forms differs.
test.each(loneFields)('a field of a viewer’s is no fault: %s alone', async (field) => {
  expect(await findWrongAnswers(viewer, true, formType, field)).toEqual([])
})

/**
 * Answers to an empty form of a signed-in person, where it is not refused as a truncated one: it names the field that is
 * missing, or leads home from where people sign in.
 */
const typedForms = new Map([
  ['/login', 302],
  ['/login/code', 302],
  ['/login/provider', 302],
  ['/signup', 302],
  ['/forgot-password', 422],
  ['/reset-password', 422],
  ['/sign-in-again', 422],
  ['/confirm-email', 422],
  ['/series/new', 422],
  // Without its link, and below a moderator, none is there.
  ['/first-admin', 404],
  ['/admin/accounts', 404],
  ['/admin/queue', 404],
  ['/admin/jobs', 404],
  ['/admin/settings', 404],
  ['/admin/words', 404],
])

test.each([
  ['of text fields', () => ''],
  ['with files', () => new FormData()],
])('an empty form %s is refused as a truncated one wherever a form has a field that nobody types', async (_, body) => {
  const statuses: Record<string, number> = {}
  const expected: Record<string, number> = {}
  for (const path of paths.filter((each) => each !== '/logout')) {
    const sent = body()
    const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent
    const type: Record<string, string> = typeof sent === 'string' ? { 'Content-Type': formType } : {}
    statuses[path] = (await its.creator.call('POST', path, bytes, type)).status
    expected[path] = typedForms.get(path) ?? 400
  }
  expect(paths).toEqual(expect.arrayContaining([...typedForms.keys()]))
  expect(statuses).toEqual(expected)
})

test('what is no form gets a page that says so', async () => {
  const wrong: unknown[] = []
  for (const path of paths) {
    const sent = new TextEncoder().encode('{}')
    const response = await its.creator.call('POST', path, sent, { 'Content-Type': 'application/json' })
    const type = response.headers.get('content-type')
    const page = await response.text()
    const isPage = /^text\/html/.test(type ?? '') && /^<!doctype html>/i.test(page)
    const sentence = 'This content type is not supported. Please send another one.'
    if (response.status !== 415 || !isPage || !page.includes(sentence)) wrong.push([path, response.status, type])
  }
  expect(wrong).toEqual([])
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('%s is not a method of a page', async (method) => {
  const wrong: unknown[] = []
  for (const path of [...paths, '/', '/about', '/nowhere']) {
    const response = await its.creator.call(method, path, method === 'OPTIONS' ? undefined : new FormData())
    const isRight = response.status === 405 && response.headers.get('allow') === 'GET, HEAD, POST'
    if (!isRight || !(await response.text()).includes('This URL does not support this method.'))
      wrong.push([path, response.status])
  }
  expect(wrong).toEqual([])
})

test.each(['/', '/about', '/nowhere', '/terms', '/robots.txt'])('%s takes no form', async (path) => {
  const response = await its.creator.call('POST', path, new URLSearchParams({ email: 'x' }).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
  })
  expect([404, 405]).toContain(response.status)
})

test('none of it changed anything or caused a fault', async () => {
  expect(await its.read()).toEqual(stored)
  expect((await viewer.call('GET', `/api/v1/creators/${viewer.account.uid}`)).status).toBe(404)
  expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
})

test('a refused form is a line of the log, without a stack', async () => {
  const path = `/series/${its.seriesId}/edit`
  lines.length = 0
  const response = await its.creator.call('POST', path, new FormData())
  const requestId = response.headers.get('x-request-id')
  await expect.poll(() => lines.some(({ details }) => details.requestId === requestId)).toBe(true)
  expect(lines.filter(({ details }) => details.requestId === requestId)).toEqual([
    {
      level: 'info',
      message: 'request',
      details: { requestId, method: 'POST', path, status: 400, ms: expect.any(Number) },
    },
  ])
})
