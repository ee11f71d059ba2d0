import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { openRaw } from '#tests/support/http/raw-http.ts'
import { cancel, createUpload } from '#tests/support/http/tus.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let uid: string
let uploadURL: string
const lines: LogEntry[] = []

beforeAll(async () => {
  // Without a worker nothing changes a video but these tests.
  site = await createTestHoshi({ log: createMemoryLog(lines) })
  creator = await createPerson(site.url, 'creator')
  ;({ uid, uploadURL } = await createUpload(creator, 10))
  const fields = { title: 'Patience', genre: 'Drama', nsfw: false, videoId: uid }
  expect((await creator.call('POST', '/api/v1/episodes', fields)).status).toBe(201)
})
afterAll(() => site?.close())

const wait = (id: string, query: string, person: Pick<Person, 'call'> = creator) =>
  person.call('GET', `/api/v1/videos/${id}?${query}`)
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

test('a response comes after its seconds when nothing has happened', async () => {
  const response = await wait(uid, 'waitFor=measured&seconds=1')
  expect([response.status, await response.json()]).toMatchObject([200, { uid, status: { state: 'pendingupload' } }])
})

test.each(['waitFor=playing', 'waitFor=ready&seconds=0', 'waitFor=ready&seconds=26', 'waitFor=ready&seconds=soon'])(
  'a wait with %s is refused',
  async (query) => {
    const response = await wait(uid, query)
    expect([response.status, await codeOf(response)]).toEqual([422, 'request.invalid'])
  },
)

test('only its owner may wait for a video', async () => {
  const other = await createPerson(site.url, 'creator')
  expect((await wait(uid, 'waitFor=ready', other)).status).toBe(404)
  expect((await wait(uid, 'waitFor=ready', createStranger(site.url))).status).toBe(401)
})

test('an account may wait for twenty responses at once, which end with the video', async () => {
  const { uid: removed } = await createUpload(creator, 10)
  const responses = Array.from({ length: 21 }, () => wait(removed, 'waitFor=ready'))
  const first = await Promise.race(responses)
  expect([first.status, await codeOf(first)]).toEqual([429, 'request.too_many'])
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await creator.call('DELETE', `/api/v1/videos/${removed}`)).status).toBe(204)
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array<number>(20).fill(404), 429])
})

test('a client that disconnects ends its wait', async () => {
  const person = await createPerson(site.url, 'creator')
  const { uid: awaited } = await createUpload(person, 10)
  const url = `${site.url}/api/v1/videos/${awaited}?waitFor=ready`
  const headers = { Cookie: await cookieOf(person) }
  const requests = Array.from({ length: 21 }, () => openRaw(url, { headers }))
  for (const { request, response } of requests) {
    request.end()
    response.catch(() => {})
  }
  expect((await Promise.race(requests.map(({ response }) => response))).status).toBe(429)
  lines.length = 0
  for (const { request } of requests) request.destroy()
  const abandoned = () => lines.filter(({ details }) => details.status === 499).map(({ level }) => level)
  await expect.poll(abandoned).toEqual(Array<string>(20).fill('info'))
  expect((await wait(awaited, 'waitFor=ready&seconds=1', person)).status).toBe(200)
})

async function cookieOf({ email, password }: Person): Promise<string> {
  const response = await fetch(`${site.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { Origin: site.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return response.headers
    .getSetCookie()
    .map((line) => line.replace(/;.*/, ''))
    .join('; ')
}

test('a failed video ends every wait', async () => {
  const waits = ['measured', 'ready', 'complete'].map((milestone) => wait(uid, `waitFor=${milestone}`))
  expect((await cancel(uploadURL)).status).toBe(204)
  for (const response of await Promise.all(waits))
    expect(await response.json()).toMatchObject({ status: { state: 'error', reasonCode: 'upload_cancelled' } })
})
