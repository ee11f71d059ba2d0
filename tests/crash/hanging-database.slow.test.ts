import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { type EventStream, openEventStream } from '#tests/support/event-stream.ts'
import { eventually } from '#tests/support/eventually.ts'
import { endHouse, freePort, type HoshiProcess, startHoshi } from '#tests/support/hoshi-process.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/person.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { settled, upload } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-hanging-'))
let postgres: OwnPostgres
let hoshi: HoshiProcess
let creator: Person
let stranger: Pick<Person, 'call'>
let stream: EventStream
let id = ''

/** Longest wait of a visitor: for a place in the pool, and for one answer. */
const LONGEST_MS = 20_000
const BACK_WITHIN_MS = 15_000

interface Seen {
  status: number
  retryAfter: string | null
  text: string
  ms: number
}

async function look(person: Pick<Person, 'call'>, path: string, method = 'GET', body?: unknown): Promise<Seen> {
  const begun = performance.now()
  const answer = await person.call(method, path, body, { 'User-Agent': 'Mozilla/5.0' })
  const text = await answer.text()
  const ms = performance.now() - begun
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text, ms }
}

async function start(): Promise<HoshiProcess> {
  return await startHoshi({
    PORT: await freePort(),
    DATA_DIR: join(root, 'data'),
    DATABASE_URL: postgres.connectionString,
    SECRET: 'a secret that only crash tests know of',
  })
}

beforeAll(async () => {
  for (const name of ['data', 'database']) mkdirSync(join(root, name))
  postgres = await startOwnPostgres(join(root, 'database'))
  hoshi = await start()
  creator = await createPerson(hoshi.url, 'creator', 'mika')
  stranger = createStranger(hoshi.url)
  const videoId = await upload(creator, await makeClip(join(root, 'clips'), { seconds: 2 }))
  await settled(creator, videoId)
  const answer = await creator.call('POST', '/api/v1/episodes', {
    ...{ title: 'Still here', genre: 'Drama', nsfw: false, videoId },
  })
  id = ((await answer.json()) as { id: string }).id
  stream = await openEventStream(creator, '/api/v1/me/episodes/live')
}, 240_000)

afterAll(async () => {
  postgres?.goOn()
  stream?.close()
  await postgres?.stop()
  await endHouse(root)
})

describe('while the database hangs', () => {
  const seen = {} as Record<string, Seen>
  let streamIsOver = false
  let backAfterMs = 0

  beforeAll(async () => {
    void stream.ended.then(() => {
      streamIsOver = true
    })
    postgres.hang()
    const looks: [string, Promise<Seen>][] = [
      ['health', look(stranger, '/healthz')],
      ['readiness', look(stranger, '/readyz')],
      ['a page', look(stranger, '/explore')],
      ['a page in the app', look(stranger, '/explore.data')],
      ['a page of their own', look(creator, '/dashboard')],
      ['the watch screen', look(stranger, `/watch/${id}`)],
      ['a page without rows', look(stranger, '/about')],
      ['the API', look(stranger, '/api/v1/episodes')],
      ['a write', look(creator, `/api/v1/episodes/${id}`, 'PATCH', { title: 'Lost' })],
      [
        'a sign-in',
        look(stranger, '/api/auth/sign-in/email', 'POST', { email: creator.email, password: 'x'.repeat(9) }),
      ],
      ['a new stream', look(creator, '/api/v1/me/episodes/live')],
      ...Array.from({ length: 60 }, (_, n): [string, Promise<Seen>] => [
        `the crowd ${n}`,
        look(stranger, '/api/v1/episodes'),
      ]),
    ]
    for (const [what, looking] of looks) seen[what] = await looking
    // A second time, when every connection has been given up.
    seen['the API, later'] = await look(stranger, '/api/v1/episodes')
    postgres.goOn()
    const begun = performance.now()
    await eventually('all is well', async () => (await look(stranger, '/readyz')).status === 200)
    await eventually('pages are there', async () => (await look(stranger, '/explore')).status === 200)
    backAfterMs = performance.now() - begun
  }, 240_000)

  it('everything that needs it says so, and when to come back', () => {
    const withoutDatabase = [
      ...['a page', 'a page in the app', 'a page of their own', 'the watch screen', 'the API', 'a write', 'a sign-in'],
      ...['a new stream', 'the crowd 0', 'the crowd 59', 'the API, later'],
    ]
    const answers = withoutDatabase.map((what) => [what, seen[what]?.status, seen[what]?.retryAfter])
    expect(answers).toEqual(withoutDatabase.map((what) => [what, 503, '5']))
    expect(seen['the API']?.text).toContain('"code":"outage"')
  })

  it('pages show their fallback', () => {
    expect(seen['a page']?.text).toContain('Something went wrong')
    expect(seen['the watch screen']?.text).toContain('The page could not be fetched. Please try again in a moment.')
    expect(seen['a page of their own']?.text).toContain('Service Unavailable')
  })

  it('what needs no rows is there', () => {
    expect(seen['a page without rows']?.status).toBe(200)
  })

  it('the health checks say so soon', () => {
    expect([seen.health?.status, seen.readiness?.status]).toEqual([503, 503])
    expect(JSON.parse(seen.readiness?.text ?? '')).toMatchObject({
      database: 'failing',
      queue: 'failing',
      storage: 'ok',
    })
  })

  it('nobody waits without end', () => {
    expect(Object.values(seen).filter(({ ms }) => ms > LONGEST_MS)).toEqual([])
  })

  it('all is well soon after it is back, without a restart', async () => {
    expect(backAfterMs).toBeLessThan(BACK_WITHIN_MS)
    expect((await look(creator, '/dashboard')).text).toContain('Still here')
    const changed = await look(creator, `/api/v1/episodes/${id}`, 'PATCH', { title: 'Back again' })
    expect(changed.status).toBe(200)
  })

  it('a stream that was open goes on, and tells what happens then', async () => {
    expect(streamIsOver).toBe(false)
    await stream.heard(({ event, data }) => event === 'episode' && data.title === 'Back again')
  })

  it('jobs are done again', async () => {
    const noise = join(root, 'noise.mp4')
    writeFileSync(noise, randomBytes(1000))
    const uid = await upload(creator, noise)
    expect((await settled(creator, uid)).status.state).toBe('error')
  })
})

describe('SIGTERM while the database hangs', () => {
  it('ends in time and without complaint, with a stream open', async () => {
    const before = hoshi.said().length
    postgres.hang()
    const begun = performance.now()
    process.kill(hoshi.pid, 'SIGTERM')
    const { code, signal } = await hoshi.ended
    const tookMs = performance.now() - begun
    postgres.goOn()
    expect([code, signal]).toEqual([0, null])
    expect(tookMs).toBeLessThan(10_000)
    expect(hoshi.said().slice(before)).toBe('hoshi: SIGTERM: stopping\nhoshi: stopped\n')
  })
})
