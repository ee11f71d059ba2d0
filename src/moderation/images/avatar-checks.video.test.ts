import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { send } from '#tests/support/worlds/moderated-site.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const run = promisify(execFile)

/** The score that the service gives the next pictures; null for status 400. */
let nudity: number | null
let received: string[]
let service: ReturnType<typeof createServer>
let site: TestHoshi
let saki: Person

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const body = await buffer(request)
    received.push(`${request.headers['content-type']} ${body.toString('hex', 0, 3)}`)
    response.statusCode = nudity === null ? 400 : 200
    response.end(JSON.stringify({ nudity }))
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  site = await createTestHoshi({
    worksJobs: true,
    environment: {
      IMAGE_MODERATION: 'http',
      IMAGE_MODERATION_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
      IMAGE_MODERATION_MAP: 'Porn=nudity',
    },
  })
  saki = await createStaff(site, 'moderator')
})

afterAll(async () => {
  await site?.close()
  service.closeAllConnections()
  await new Promise((closed) => service.close(closed))
})

async function setAvatar({ call }: Person, colour: string): Promise<void> {
  const source = [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:s=64x48`,
    '-frames:v',
    '1',
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    '-',
  ]
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...source], { encoding: 'buffer' })
  const response = await call('PUT', '/api/v1/creators/me/avatar', new Uint8Array(stdout), {
    'Content-Type': 'image/png',
  })
  expect(response.status).toBe(200)
}

interface Item {
  id: string
  subject: { kind: string; id: string }
  suggestion?: object
}

async function itemOf(creator: Person): Promise<Item | undefined> {
  const { items } = await send(saki, 'GET', '/moderation/queue?kind=suggestion')
  return (items as Item[]).find(({ subject }) => subject.id === creator.account.uid)
}

/** State of the last job about a profile's picture. */
async function lastJob({ account }: Person): Promise<string | undefined> {
  const [job] = await queryDatabase<{ state: string }>(
    site.connectionString,
    `select state from pgboss.job where name = 'moderation.check-avatar' and data->>'uid' = $1 order by created_on desc`,
    [account.uid],
  )
  return job?.state
}
const isChecked = (creator: Person) =>
  eventually('the picture is checked', async () => (await lastJob(creator)) === 'completed')

test('an adult profile picture puts its profile into the queue, and stays', async () => {
  received = []
  nudity = 0.93
  const creator = await createPerson(site.url, 'creator', 'Mika')
  await setAvatar(creator, 'red')
  const item = await eventually('it is in the queue', () => itemOf(creator))
  expect(item.subject.kind).toBe('creator')
  expect(item.suggestion).toMatchObject({ class: 'Porn', score: expect.closeTo(0.93), atSeconds: null })
  expect(received).toEqual(['image/jpeg ffd8ff'])
  const profile = await send(creator, 'GET', `/creators/${creator.account.uid}`)
  expect(profile.avatarUrl).toMatch(/^\/avatars\//)
  const page = await (await saki.call('GET', `/admin/queue?item=${item.id}`)).text()
  expect(page).toMatch(new RegExp(`Reveal: .{0,20}Profile picture.{0,20}</span><img src="${profile.avatarUrl}"`))
  const decision = { itemId: item.id, decision: 'leave' }
  expect((await send(saki, 'POST', '/moderation/decisions', decision)).status).toBe(201)
  expect(await itemOf(creator)).toBeUndefined()
})

test('a harmless one in its place takes the profile out of the queue', async () => {
  nudity = 0.93
  const creator = await createPerson(site.url, 'creator', 'Rafa')
  await setAvatar(creator, 'red')
  await eventually('it is in the queue', () => itemOf(creator))
  nudity = 0.02
  await setAvatar(creator, 'blue')
  await eventually('it is out of the queue', async () => (await itemOf(creator)) === undefined)
})

test('one that was removed before its check is not sent', async () => {
  nudity = 0.93
  const creator = await createPerson(site.url, 'creator', 'Saki')
  await setAvatar(creator, 'green')
  await isChecked(creator)
  received = []
  await site.hoshi.rooms.avatars.remove(creator.account)
  await queryDatabase(
    site.connectionString,
    `update pgboss.job set state = 'created', started_on = null, completed_on = null
     where name = 'moderation.check-avatar' and data->>'uid' = $1`,
    [creator.account.uid],
  )
  await isChecked(creator)
  expect(received).toEqual([])
})

test('a failing service is asked again later, and the picture is shown', async () => {
  nudity = null
  const creator = await createPerson(site.url, 'creator', 'Ren')
  await setAvatar(creator, 'black')
  await eventually('the job waits', async () => (await lastJob(creator)) === 'retry')
  expect(await itemOf(creator)).toBeUndefined()
})
