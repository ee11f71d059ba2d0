import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sections } from '#app/settings/settings-state.ts'
import { loadProductionBuild } from '#server/screens-build.ts'
import {
  brokenForms,
  formType,
  namelessPart,
  notForms,
  strangeForms,
  type TypedBody,
} from '#tests/support/http/malformed-bodies.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { createFullAccount, type FullAccount } from '#tests/support/worlds/full-account.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** Fields that name a form, a button or an answer, without the rest of the form, and the screens whose forms have them. */
const loneFields: [field: string, homes: string[]][] = [
  ...sections.map((section): [string, string[]] => [`section=${section}`, ['/settings']]),
  ...['do=save', 'do=add'].map((field): [string, string[]] => [field, ['/settings', '/dashboard/credits/:episodeId']]),
  ...['save', 'delete', 'edit', 'restore', 'pause+history'].map((intent): [string, string[]] => [
    `intent=${intent}`,
    [
      ...['/dashboard', '/dashboard/episodes/:episodeId', '/series/:seriesId/edit', '/watch/:episodeId', '/library'],
      ...['/report', '/subtitles/:episodeId'],
    ],
  ]),
  ['order=', ['/series/:seriesId/edit']],
  ['rows=5', ['/settings']],
  ['asksNsfw=true', ['/upload', '/dashboard', '/dashboard/episodes/:episodeId']],
  ['title=x', ['/upload', '/dashboard', '/dashboard/episodes/:episodeId', '/series/new', '/series/:seriesId/edit']],
  ['role=x', ['/signup', '/dashboard/credits/:episodeId']],
  ['label0=x', ['/settings']],
  ['answer=decline', ['/dashboard/credits']],
  ['email=x', ['/login', '/signup', '/forgot-password', '/report', '/settings', '/first-admin']],
]
const loneForms = loneFields.map(([field]): TypedBody => [`${field} alone`, formType, field])

/** Bodies of one class take the same path to an action. */
const classes = { notForms, brokenForms: [...brokenForms, namelessPart], strangeForms, loneForms }
const bodies = [...notForms, ...brokenForms, namelessPart, ...strangeForms, ...loneForms]
const people = ['a stranger', 'a creator', 'a viewer'] as const

interface Sent {
  path: string
  url: string
  person: (typeof people)[number]
  body: TypedBody
}

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
  // The first of several tabs has the address without one.
  return path.replace(/\/:\w+\?/g, '').replace(/:(\w+)/g, (_, name: keyof typeof ids) => ids[name])
}

beforeAll(async () => {
  site = await createTestHoshi({ log: createMemoryLog(lines) })
  its = await createFullAccount(site)
  viewer = await createPerson(site.url, 'viewer')
  stored = await its.read()
  const { routes } = await loadProductionBuild(join(import.meta.dirname, '../../..'))()
  const pathOf = ({ path, parentId }: { path?: string; parentId?: string }): string => {
    const parent = parentId === undefined ? undefined : routes[parentId]
    return [parent ? pathOf(parent) : '', path ?? ''].filter(Boolean).join('/')
  }
  paths = Object.values(routes)
    .flatMap((route) => (route?.module.action ? [`/${pathOf(route)}${route.index ? '?index' : ''}`] : []))
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
  const dialogs = path === '/dashboard' ? [`${path}?edit=%00`, `${path}?edit=${its.episodeId}`] : []
  const files = path.startsWith('/dashboard/episodes/')
    ? [`${path}/file?file=1`, '/dashboard/episodes/%00/file?file=1']
    : []
  const data = path === '/?index' ? '/_root.data?index' : `${path}.data`
  return [path, data, ...dialogs, ...files]
}

/**
 * Every URL with one body of each class, the people and the bodies in turn. This suffices, because an action gets a body
 * through one funnel that knows neither action nor person: the type is refused before any screen, and two functions read
 * the rest. `body-types.test.ts`, `read-form.test.ts` and `form-file.test.ts` prove that funnel with all bodies. An action
 * sees only a refusal or fields, and each one meets both here.
 */
function choose(): Sent[] {
  const urls = paths.flatMap((path) => urlsOf(path).map((url) => ({ path, url })))
  return urls.flatMap(({ path, url }, at) => {
    const [round, turn] = [Math.floor(at / people.length), at % people.length]
    return Object.values(classes).map((ofClass, place) => ({
      path,
      url,
      // Logging out takes no form, and who is logged in is needed again.
      person: path === '/logout' ? 'a stranger' : people[(turn + place) % people.length]!,
      // All bodies in turn for each person, each of whom begins with another one.
      body: ofClass[(round + turn * Math.floor(ofClass.length / people.length)) % ofClass.length]!,
    }))
  })
}

/** A lone field reaches the code of the actions that know it: as pages, which are rendered with it, and a stranger's data. */
function sendHome(field: string, body: TypedBody): Sent[] {
  const homes = loneFields.find(([each]) => each === field)?.[1] ?? []
  return homes
    .map(withIds)
    .flatMap((path) =>
      urlsOf(path).flatMap((url) =>
        people
          .filter((person) => url.endsWith('.data') === (person === 'a stranger'))
          .map((person) => ({ path, url, person, body })),
      ),
    )
}

test('the choice has each pair of a screen, a class of bodies and a person, and each body from each person', () => {
  const chosen = choose()
  const classOf = ({ body }: Sent) => Object.values(classes).findIndex((ofClass) => ofClass.includes(body))
  const countPairs = (sent: Sent[], one: (sent: Sent) => unknown, other: (sent: Sent) => unknown) =>
    new Set(sent.map((each) => `${one(each)} ${other(each)}`)).size
  const path = (sent: Sent) => sent.path
  const person = (sent: Sent) => sent.person
  const body = (sent: Sent) => sent.body[0]
  expect(paths.length).toBeGreaterThan(30)
  expect(countPairs(chosen, path, classOf)).toBe(paths.length * 4)
  expect(countPairs(chosen, path, person)).toBe((paths.length - 1) * 3 + 1)
  expect(countPairs(chosen, classOf, person)).toBe(4 * 3)
  const nonsense = chosen.filter((sent) => !loneForms.includes(sent.body))
  expect(countPairs(nonsense, body, person)).toBe((bodies.length - loneForms.length) * 3)
})

test('each lone field has screens whose forms have it', () => {
  expect(loneFields.filter(([, homes]) => homes.length === 0)).toEqual([])
  expect(paths).toEqual(expect.arrayContaining(loneFields.flatMap(([, homes]) => homes.map(withIds))))
})

test.each(bodies)('nonsense is no fault, and 415 for anything but a form: %s', async (what, type, body) => {
  const sent = [...choose().filter((each) => each.body[0] === what), ...sendHome(body, [what, type, body])]
  expect(sent.length).toBeGreaterThanOrEqual(3)
  const callers = { 'a stranger': createStranger(site.url), 'a creator': its.creator, 'a viewer': viewer }
  const isForm = !notForms.some(([each]) => each === what)
  const bytes = new TextEncoder().encode(body)
  const wrong: unknown[] = []
  for (const { url, person } of sent) {
    const { status } = await callers[person].call('POST', url, bytes, type === null ? {} : { 'Content-Type': type })
    if (isForm ? status >= 500 : status !== 415) wrong.push([url, person, status])
  }
  expect(wrong).toEqual([])
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
  ['/admin/episodes', 404],
  ['/admin/queue', 404],
  ['/admin/jobs', 404],
  ['/admin/integrity', 404],
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

const otherMethods = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']

// The method is refused before any screen, so one method for each screen and a few screens for each method suffice.
test.each(otherMethods)('%s is not a method of a page', async (method) => {
  const ofMethod = paths.filter((_, at) => otherMethods[at % otherMethods.length] === method)
  const wrong: unknown[] = []
  for (const path of [...ofMethod, '/', '/about', '/nowhere']) {
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
