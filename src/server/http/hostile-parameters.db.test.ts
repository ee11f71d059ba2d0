import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCursor } from '#platform/cursor.server.ts'
import { loadProductionBuild } from '#server/screens-build.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { type NamedOperation, operationsOf, readDescription } from '#tests/support/http/api-description.ts'
import { compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createStranger, type Person } from '#tests/support/http/person.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { createFullAccount, type FullAccount } from '#tests/support/worlds/full-account.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const projectDir = join(import.meta.dirname, '../../..')

/** As they stand in a URL; each parameter of a route gets all of these. */
const alwaysSent = ['', '%00', 'a%00b', '%ED%A0%80', '2147483648', '9007199254740992', '1e400']
/** Each parameter gets two of these, in turn: one place refuses or reads most of them. Node's own server refuses the longest. */
const sentInTurn = [
  ...['%ff', '%', '%zz', '%0d%0ax:%20y', '-2147483649', '-1', '1.5', 'NaN', '0000-01-01', '9999-12-31T23:59:59Z'],
  ...[encodeURIComponent('星'), '%2e%2e', '%2F', 'x'.repeat(8_000), 'x'.repeat(64 * 1024)],
]
/** Places in lists that no list has given out. */
const cursors = [
  ...['\0', '2026-01-01T00:00:00.000Z~\0', '1~\0', '1~a~\0', '0~a~2147483648', '0~a~9007199254740991', '1e+308~a~0'],
  ...['999999999999999~a', '999999999999999~1~a', '8640000000000000~a', 'n~999999999999999', 'report~999999999999999'],
  ...['audit~999999999999999', 'queue~0~999999999999999~a'],
].map(encodeCursor)

let site: TestHoshi
let its: FullAccount
let admin: Person
let operations: NamedOperation[]
let pages: string[]
const lines: LogEntry[] = []

beforeAll(async () => {
  site = await createTestHoshi({ environment: compatibleApiSettings, log: createMemoryLog(lines) })
  its = await createFullAccount(site)
  admin = await createStaff(site, 'admin')
  operations = operationsOf(await readDescription(site.url))
  const { routes } = await loadProductionBuild(projectDir)()
  const pathOf = ({ path, parentId }: { path?: string; parentId?: string }): string => {
    const parent = parentId === undefined ? undefined : routes[parentId]
    return [parent ? pathOf(parent) : '', path ?? ''].filter(Boolean).join('/')
  }
  pages = [...new Set(Object.values(routes).map((route) => `/${route ? pathOf(route) : ''}`))]
})
afterAll(() => site?.close())

const ids = () => ({
  episodeId: its.episodeId,
  seriesId: its.seriesId,
  creatorId: its.creator.account.uid,
  uid: its.other.account.uid,
  account: compatibleApiSettings.STREAM_ACCOUNT_ID,
})

/** The path with one of its names replaced, and ids that exist for the others. */
function fill(path: string, pattern: RegExp, hostileName?: string, value = ''): string {
  const known: Record<string, string> = { ...ids(), id: path.includes('series') ? its.seriesId : its.episodeId }
  return path.replace(pattern, (_, name: string) => (name === hostileName ? value : (known[name] ?? 'unknown')))
}

/** The one who gets furthest: most calls are about things of this creator. */
function callerOf(path: string): Pick<Person, 'call'> {
  return /^\/api\/v1\/(admin|moderation)\/|^\/admin/.test(path) ? admin : its.creator
}

interface Sent {
  what: string
  status: number
}

async function send(person: Pick<Person, 'call'>, { method, operation }: NamedOperation, url: string): Promise<Sent> {
  const body = operation.requestBody?.content ?? {}
  const json = body['application/json']?.example
  const [type] = Object.keys(body)
  const headers: Record<string, string> = url.startsWith('/client/')
    ? { Authorization: `Bearer ${compatibleApiSettings.STREAM_API_TOKEN}` }
    : {}
  const response =
    json !== undefined || type === undefined
      ? await person.call(method, url, json, headers)
      : await person.call(method, url, new Uint8Array(9), { ...headers, 'Content-Type': type })
  await response.body?.cancel()
  return { what: `${method} ${url.slice(0, 200)}`, status: response.status }
}

const faultsAmong = (all: Sent[]) => all.filter(({ status }) => status >= 500)

function valuesFor(turn: number): string[] {
  const at = (place: number) => sentInTurn[(2 * turn + place) % sentInTurn.length]!
  return [...alwaysSent, at(0), at(1)]
}

test('a name in the path of a route is never a fault', async () => {
  const named = operations.flatMap((operation) =>
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ operation, name: name! })),
  )
  expect(named.length).toBeGreaterThan(90)
  const sent: Sent[] = []
  for (const [turn, { operation, name }] of named.entries())
    for (const value of valuesFor(turn))
      sent.push(await send(callerOf(operation.path), operation, fill(operation.path, /\{(\w+)\}/g, name, value)))
  expect(faultsAmong(sent)).toEqual([])
})

/** Another order has other places. */
const hasSort = ({ operation }: NamedOperation) => operation.parameters?.some(({ name }) => name === 'sort')

test('a parameter of a route is never a fault', async () => {
  const described = operations.flatMap((operation) =>
    (operation.operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => ({ operation, name })),
  )
  expect(described.length).toBeGreaterThan(60)
  const sent: Sent[] = []
  for (const [turn, { operation, name }] of described.entries()) {
    const path = fill(operation.path, /\{(\w+)\}/g)
    for (const value of [...valuesFor(turn), ...(name === 'cursor' ? cursors : [])])
      for (const sort of name === 'cursor' && hasSort(operation) ? ['', '&sort=top'] : [''])
        sent.push(await send(callerOf(operation.path), operation, `${path}?${name}=${value}${sort}`))
  }
  expect(faultsAmong(sent)).toEqual([])
})

/** Names of parameters that the code of the pages reads. */
function parameterNames(): string[] {
  const files = readdirSync(join(projectDir, 'src/app'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const names = sources.flatMap((file) =>
    [...readFileSync(join(projectDir, 'src/app', file), 'utf8').matchAll(/\.(?:get|getAll|has)\('(\w+)'\)/g)].map(
      ([, name]) => name!,
    ),
  )
  return [...new Set(names)]
}

async function read(person: Pick<Person, 'call'>, url: string): Promise<Sent> {
  const response = await person.call('GET', url)
  await response.body?.cancel()
  return { what: `GET ${url.slice(0, 200)}`, status: response.status }
}

test('a name in the path of a page is never a fault', async () => {
  const named = pages.flatMap((path) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ path, name: name! })))
  expect(named.length).toBeGreaterThan(10)
  const sent: Sent[] = []
  for (const [turn, { path, name }] of named.entries())
    for (const value of valuesFor(turn)) {
      // Not a host.
      const url = fill(path, /:(\w+)/g, name, value).replace(/^\/\//, '/')
      sent.push(await read(createStranger(site.url), url), await read(its.creator, `${url}.data`))
    }
  expect(faultsAmong(sent)).toEqual([])
})

test('a parameter of a page is never a fault', async () => {
  const names = parameterNames()
  expect(names.length).toBeGreaterThan(50)
  const others = [...sentInTurn.slice(0, -2), ...cursors]
  const sent: Sent[] = []
  for (const [turn, path] of pages.entries()) {
    const values = [
      ...alwaysSent.filter((_, at) => at % 2 === turn % 2),
      ...others.filter((_, at) => at % 4 === turn % 4),
    ]
    // Many at once; which ones changes with the value, because the first that is refused ends the request.
    for (const [at, value] of values.entries()) {
      const query = names.filter((_, place) => (place + at + turn) % 2 === 0).map((name) => `${name}=${value}`)
      sent.push(await read(callerOf(path), `${fill(path, /:(\w+)/g)}.data?${query.join('&')}`))
    }
  }
  expect(faultsAmong(sent)).toEqual([])
})

test('none of it was a fault in the log', () => {
  expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
})
