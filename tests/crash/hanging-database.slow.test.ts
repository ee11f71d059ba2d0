import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventStream, openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import type { RawResponse } from '#tests/support/http/raw-http.ts'
import { createSilentServer } from '#tests/support/http/silent-server.ts'
import { createUpload, offsetOf, openPatch, patch, someBytes, type UploadTarget } from '#tests/support/http/tus.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { upload, waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-hanging-'))
let postgres: OwnPostgres
let hoshi: HoshiProcess
let creator: Person
let stranger: Pick<Person, 'call'>
let stream: EventStream
let id = ''
let clip = ''
/** Half of it has arrived before the database hangs. */
let halfSent: UploadTarget
/** For the form of an upload URL. */
let unsent: UploadTarget

const UPLOAD_BYTES = 2000

interface Answer {
  status: number
  retryAfter: string | null
  text: string
}

async function fetchAnswer(
  person: Pick<Person, 'call'>,
  path: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await person.call(method, path, body, { 'User-Agent': 'Mozilla/5.0', ...headers })
  const text = await response.text()
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text }
}

async function answerOf(sent: Promise<RawResponse>): Promise<Answer> {
  const { status, headers, text } = await sent
  return { status, retryAfter: headers['retry-after'] ?? null, text }
}

const absolute = (path: string) => new URL(path, hoshi.url).href

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const fileOf = (bytes: Buffer<ArrayBuffer>) => new File([bytes], 'clip.mp4', { type: 'video/mp4' })
const signInForm = () => formOf({ email: creator.email, password: creator.password })
const bioForm = (bio: string) => formOf({ section: 'profile', bio })
const uploadForm = () =>
  formOf({
    title: 'Sent whole',
    genre: 'Drama',
    asksNsfw: 'true',
    visibility: 'public',
    file: fileOf(readFileSync(clip)),
  })

/** Sends the second half of `halfSent`. */
const sendRest = () =>
  fetchAnswer(creator, halfSent.uploadURL, 'PATCH', someBytes(UPLOAD_BYTES / 2), {
    'Tus-Resumable': '1.0.0',
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(UPLOAD_BYTES / 2),
  })

/** Requests of forms and programs, by name. Afterwards each works. */
const writes: [what: string, send: () => Promise<Answer>, statusAfterwards: number][] = [
  ['a form', () => fetchAnswer(creator, '/settings', 'POST', bioForm('Draws at night.')), 302],
  ['a form sent by a script', () => fetchAnswer(creator, '/settings.data', 'POST', bioForm('Draws by day.')), 202],
  ['the form of the sign-in', () => fetchAnswer(createStranger(hoshi.url), '/login', 'POST', signInForm()), 302],
  ['the next piece of an upload', sendRest, 204],
  [
    'an upload in one form',
    () => fetchAnswer(creator, unsent.uploadURL, 'POST', formOf({ file: fileOf(someBytes(UPLOAD_BYTES)) })),
    200,
  ],
  ['the upload form of a page without scripts', () => fetchAnswer(creator, '/upload', 'POST', uploadForm()), 302],
]

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
  clip = await makeClip(join(root, 'clips'), { seconds: 2 })
  const videoId = await upload(creator, clip)
  await waitForFinalState(creator, videoId)
  const response = await creator.call('POST', '/api/v1/episodes', {
    title: 'Still here',
    genre: 'Drama',
    nsfw: false,
    videoId,
  })
  id = ((await response.json()) as { id: string }).id
  halfSent = await createUpload(creator, UPLOAD_BYTES)
  unsent = await createUpload(creator, UPLOAD_BYTES)
  await patch(absolute(halfSent.uploadURL), 0, someBytes(UPLOAD_BYTES / 2))
  stream = await openEventStream(creator, '/api/v1/me/episodes/live')
})

afterAll(async () => {
  postgres?.resume()
  stream?.close()
  await postgres?.stop()
  await destroyInstance(root)
})

describe('while the database hangs', () => {
  const seen = {} as Record<string, Answer>
  let hasStreamEnded = false
  let underWay: UploadTarget

  beforeAll(async () => {
    underWay = await createUpload(creator, UPLOAD_BYTES)
    const sending = openPatch(absolute(underWay.uploadURL), 0, UPLOAD_BYTES)
    sending.request.write(someBytes(UPLOAD_BYTES / 2))
    const received = () => statSync(join(root, 'data/files/originals', underWay.uid)).size
    await eventually('half of it has arrived', () => received() === UPLOAD_BYTES / 2)
    void stream.ended.then(() => {
      hasStreamEnded = true
    })
    postgres.suspend()
    sending.request.end(someBytes(UPLOAD_BYTES / 2))
    const requests: [string, Promise<Answer>][] = [
      ['health', fetchAnswer(stranger, '/healthz')],
      ['readiness', fetchAnswer(stranger, '/readyz')],
      ['a page', fetchAnswer(stranger, '/explore')],
      ['a page in the app', fetchAnswer(stranger, '/explore.data')],
      ['a page of their own', fetchAnswer(creator, '/dashboard')],
      ['the watch screen', fetchAnswer(stranger, `/watch/${id}`)],
      ['a page without rows', fetchAnswer(stranger, '/about')],
      ['the API', fetchAnswer(stranger, '/api/v1/episodes')],
      ['a write', fetchAnswer(creator, `/api/v1/episodes/${id}`, 'PATCH', { title: 'Lost' })],
      [
        'a sign-in',
        fetchAnswer(stranger, '/api/auth/sign-in/email', 'POST', { email: creator.email, password: 'x'.repeat(9) }),
      ],
      ['a new stream', fetchAnswer(creator, '/api/v1/me/episodes/live')],
      ...writes.map(([what, send]): [string, Promise<Answer>] => [what, send()]),
      ['the last piece of an upload under way', answerOf(sending.response)],
      ...Array.from({ length: 60 }, (_, n): [string, Promise<Answer>] => [
        `the crowd ${n}`,
        fetchAnswer(stranger, '/api/v1/episodes'),
      ]),
    ]
    for (const [what, pending] of requests) seen[what] = await pending
    // A second time, after every connection has been dropped.
    seen['the API, later'] = await fetchAnswer(stranger, '/api/v1/episodes')
    postgres.resume()
    await eventually('all is well', async () => (await fetchAnswer(stranger, '/readyz')).status === 200)
    await eventually('pages are there', async () => (await fetchAnswer(stranger, '/explore')).status === 200)
  })

  it('everything that needs it answers 503 with a Retry-After, while it still hangs', () => {
    const withoutDatabase = [
      ...['a page', 'a page in the app', 'a page of their own', 'the watch screen', 'the API', 'a write', 'a sign-in'],
      ...['a new stream', 'the crowd 0', 'the crowd 59', 'the API, later'],
      ...writes.map(([what]) => what),
      'the last piece of an upload under way',
    ]
    const responses = withoutDatabase.map((what) => [what, seen[what]?.status, seen[what]?.retryAfter])
    expect(responses).toEqual(withoutDatabase.map((what) => [what, 503, '5']))
    expect(seen['the API']?.text).toContain('"code":"outage"')
  })

  it('pages show their fallback', () => {
    expect(seen['a page']?.text).toContain('Something went wrong')
    expect(seen['the watch screen']?.text).toContain('This page did not arrive')
    expect(seen['a page of their own']?.text).toContain('Service Unavailable')
  })

  it('pages that need no rows work', () => {
    expect(seen['a page without rows']?.status).toBe(200)
  })

  it('the health checks report it', () => {
    expect([seen.health?.status, seen.readiness?.status]).toEqual([503, 503])
    expect(JSON.parse(seen.readiness?.text ?? '')).toMatchObject({
      database: 'failing',
      queue: 'failing',
      storage: 'ok',
    })
  })

  it('everything recovers once it is back, without a restart', async () => {
    expect((await fetchAnswer(creator, '/dashboard')).text).toContain('Still here')
    const changed = await fetchAnswer(creator, `/api/v1/episodes/${id}`, 'PATCH', { title: 'Back again' })
    expect(changed.status).toBe(200)
  })

  it('forms and uploads work again', async () => {
    const after: [string, number | undefined][] = []
    for (const [what, send] of writes) after.push([what, (await send()).status])
    expect(after).toEqual(writes.map(([what, , status]) => [what, status]))
    const bio = async () => (await (await creator.call('GET', `/api/v1/creators/${creator.account.uid}`)).json()).bio
    expect(await bio()).toBe('Draws by day.')
  })

  it('an upload that was complete except for its record is found to be', async () => {
    expect(await offsetOf(absolute(underWay.uploadURL))).toBe(UPLOAD_BYTES)
    expect((await waitForFinalState(creator, underWay.uid)).status.state).toBe('error')
  })

  it('an open stream continues, and delivers later events', async () => {
    expect(hasStreamEnded).toBe(false)
    await stream.waitForEvent(({ event, data }) => event === 'episode' && data.title === 'Back again')
  })

  it('jobs run again', async () => {
    const noise = join(root, 'noise.mp4')
    writeFileSync(noise, randomBytes(1000))
    const uid = await upload(creator, noise)
    expect((await waitForFinalState(creator, uid)).status.state).toBe('error')
  })
})

describe('a command whose database never answers', () => {
  it.each(['main', 'audit', 'digest'])('%s ends, and says so in a sentence', async (command) => {
    const silent = await createSilentServer()
    const output = await new Promise<string>((resolve) => {
      const env = {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        DATA_DIR: join(root, 'data'),
        DATABASE_URL: silent.connectionString,
        LOG_LEVEL: 'silent',
        SECRET: 'a secret that only crash tests know of',
      }
      execFile(process.execPath, [`src/server/${command}.ts`], { env }, (error, _stdout, stderr) =>
        resolve(`${error?.code}\n${stderr}`),
      )
    })
    await silent.close()
    const sentence = 'hoshi: The database cannot be reached: it accepted no connection within 5 seconds.'
    expect(output.replace(/^hoshi: running as root.*\n/m, '')).toBe(`${command === 'audit' ? 2 : 1}\n${sentence}\n`)
  })
})

describe('SIGTERM while the database hangs', () => {
  it('ends without errors while it hangs, with a stream open', async () => {
    const before = hoshi.output().length
    postgres.suspend()
    process.kill(hoshi.pid, 'SIGTERM')
    const { code, signal } = await hoshi.ended
    postgres.resume()
    expect([code, signal]).toEqual([0, null])
    expect(hoshi.output().slice(before)).toBe('hoshi: SIGTERM: stopping\nhoshi: stopped\n')
  })
})
