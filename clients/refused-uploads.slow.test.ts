import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type DetailedError, Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, createPerson, type Person } from '../tests/support/person.ts'
import { queryDatabase } from '../tests/support/query-database.server.ts'
import { createTestHoshi, type TestHoshi } from '../tests/support/test-hoshi.ts'
import { createUpload, patch, patchHeaders } from '../tests/support/tus.ts'

// A refusal that comes while the body is being sent is lost when the connection is reset before it was read.

const TRIES = 20
/** More than is read and dropped of a refused body, and than the buffers of a connection hold. */
const BYTES = 8 * 1024 ** 2
const NODE_20 = '/usr/bin/node'

const run = promisify(execFile)

interface Answer {
  status?: number
  code?: string
  error?: string
}

interface RefusedRequest {
  url: string
  method: string
  headers: Record<string, string>
}

let site: TestHoshi
let creator: Person
let cookie: string
let dir: string

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  creator = await createPerson(site.url, 'creator')
  cookie = await cookieOf(site.url, creator)
  dir = await mkdtemp(join(tmpdir(), 'hoshi-refused-'))
  await writeFile(join(dir, 'body'), new Uint8Array(BYTES))
})

afterAll(async () => {
  await site?.close()
  await rm(dir, { recursive: true, force: true })
})

const uploadUrl = async (sizeBytes: number) =>
  new URL((await createUpload(creator, sizeBytes)).uploadURL, site.url).href
const piece = (url: string, more: Record<string, string> = {}): RefusedRequest => {
  const { 'Content-Length': _, ...headers } = patchHeaders(0, BYTES)
  return { url, method: 'PATCH', headers: { ...headers, ...more } }
}

const refusals: Record<string, { request: () => Promise<RefusedRequest>; status: number; code: string }> = {
  'a piece from elsewhere in the file': {
    request: async () => piece(await uploadUrl(2 * BYTES), { 'Upload-Offset': '5' }),
    status: 409,
    code: 'video.upload_offset',
  },
  'a piece in another version of tus': {
    request: async () => piece(await uploadUrl(BYTES), { 'Tus-Resumable': '0.2.2' }),
    status: 412,
    code: 'video.upload_protocol',
  },
  'a piece of another type': {
    request: async () => piece(await uploadUrl(BYTES), { 'Content-Type': 'text/plain' }),
    status: 415,
    code: 'request.wrong_type',
  },
  'a piece that is too long': {
    request: async () => piece(await uploadUrl(1000)),
    status: 413,
    code: 'video.too_many_bytes',
  },
  'a piece from another site': {
    request: async () => piece(await uploadUrl(BYTES), { Origin: 'https://elsewhere.example' }),
    status: 403,
    code: 'request.foreign_origin',
  },
  'a piece for an unknown upload': {
    request: async () => piece(`${site.url}/api/uploads/unknown`),
    status: 404,
    code: 'video.upload_not_found',
  },
  'a piece of an upload that is complete': {
    request: async () => {
      const url = await uploadUrl(1000)
      await patch(url, 0, new Uint8Array(1000))
      return piece(url)
    },
    status: 409,
    code: 'video.upload_finished',
  },
  'a piece of an upload that has expired': {
    request: async () => {
      const { uid, uploadURL } = await createUpload(creator, BYTES)
      const expire = "update videos set upload_expires_at = now() - interval '1 hour' where uid = $1"
      await queryDatabase(site.connectionString, expire, [uid])
      return piece(new URL(uploadURL, site.url).href)
    },
    status: 410,
    code: 'video.upload_gone',
  },
  'a form that is too long': {
    request: async () => {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
      return { url: await uploadUrl(1000), method: 'POST', headers }
    },
    status: 413,
    code: 'video.too_many_bytes',
  },
  'a picture that is too large': {
    request: async () => {
      const headers = { 'Content-Type': 'image/png', Cookie: cookie, Origin: site.url }
      return { url: `${site.url}/api/v1/creators/me/avatar`, method: 'PUT', headers }
    },
    status: 413,
    code: 'request.too_large',
  },
  'a body of somebody without an account': {
    request: async () => {
      const headers = { 'Content-Type': 'application/json' }
      return { url: `${site.url}/api/v1/videos`, method: 'POST', headers }
    },
    status: 401,
    code: 'identity.sign_in_required',
  },
}

async function sendByFetch(node: string, request: RefusedRequest): Promise<Answer[]> {
  const what = JSON.stringify({ ...request, bytes: BYTES, tries: TRIES })
  const { stdout } = await run(node, [join(import.meta.dirname, 'send-refused.mjs'), what])
  return JSON.parse(stdout)
}

async function sendByCurl({ url, method, headers }: RefusedRequest): Promise<Answer[]> {
  // Without 'Expect', the body follows at once.
  const fields = Object.entries({ ...headers, Expect: '' }).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-sS', '-X', method, ...fields, '--data-binary', `@${join(dir, 'body')}`, '-w', '\n%{http_code}', url]
  const answers: Answer[] = []
  for (let n = 0; n < TRIES; n++) {
    const { stdout } = await run('curl', args).catch((error: { stdout: string; stderr: string }) => error)
    const [body = '', status] = stdout.split('\n')
    answers.push({ status: Number(status), code: body && JSON.parse(body).code })
  }
  return answers
}

async function sendByTus({ url, headers }: RefusedRequest): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < TRIES; n++) {
    const error = await new Promise<Error | DetailedError>((resolve, reject) => {
      const upload = new Upload(Buffer.alloc(BYTES), {
        uploadUrl: url,
        retryDelays: null,
        onBeforeRequest(request) {
          if (request.getMethod() !== 'PATCH') return
          for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
        },
        onSuccess: () => reject(new Error('It was not refused.')),
        onError: resolve,
      })
      upload.start()
    })
    const response = 'originalResponse' in error ? error.originalResponse : null
    answers.push(
      response ? { status: response.getStatus(), code: JSON.parse(response.getBody()).code } : { error: String(error) },
    )
  }
  return answers
}

/** Requests that tus-js-client does not send: others than pieces, and a piece whose HEAD is refused or completes it. */
const othersThanTus = [
  ...[
    'a piece for an unknown upload',
    'a piece of an upload that is complete',
    'a piece of an upload that has expired',
  ],
  ...['a form that is too long', 'a picture that is too large'],
]

interface Client {
  name: string
  send: (request: RefusedRequest) => Promise<Answer[]>
  /** Refusals that it cannot meet. */
  without?: string[]
  isAbsent?: boolean
}

test.for<Client>([
  { name: 'fetch of Node 20', send: (request) => sendByFetch(NODE_20, request), isAbsent: !existsSync(NODE_20) },
  { name: 'fetch of this Node', send: (request) => sendByFetch(process.execPath, request) },
  { name: 'curl', send: sendByCurl },
  { name: 'tus-js-client', send: sendByTus, without: [...othersThanTus, 'a body of somebody without an account'] },
])('$name reads every time why it is refused', async ({ send, without = [], isAbsent }, { skip }) => {
  skip(isAbsent === true, `there is no ${NODE_20}`)
  const met = Object.entries(refusals).filter(([what]) => !without.includes(what))
  const read: Record<string, Record<string, number>> = {}
  for (const [what, { request }] of met) {
    const counts: Record<string, number> = {}
    for (const { status, code, error } of await send(await request())) {
      const answer = error ?? `${status} ${code}`
      counts[answer] = (counts[answer] ?? 0) + 1
    }
    read[what] = counts
  }
  const wanted = met.map(([what, { status, code }]) => [what, { [`${status} ${code}`]: TRIES }])
  expect(read).toEqual(Object.fromEntries(wanted))
})
