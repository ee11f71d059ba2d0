import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '../src/app/messages/refusals.server.ts'
import type { RefusalCode } from '../src/platform/refusal.ts'
import { queryDatabase } from '../tests/support/data/query-database.server.ts'
import { cookieOf, createPerson, type Person } from '../tests/support/http/person.ts'
import { createUpload, patch, patchHeaders } from '../tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '../tests/support/worlds/test-hoshi.ts'
import { type Answer, BYTES, type SentRequest, sendByCurl, sendByFetch, sendByTus, TRIES } from './upload-clients.ts'

// A refusal that comes while the body is being sent is lost when the connection is reset before it was read.

/** More than is read of a form with a picture. */
const UNREAD_FORM_BYTES = 65 * 1024 ** 2
const NODE_20 = '/usr/bin/node'

let site: TestHoshi
/** The same Hoshi on a disk without space, which takes no file of twice the bytes. */
let full: TestHoshi
let creator: Person
let cookie: string

beforeAll(async () => {
  site = await createTestHoshi()
  const { blocks, bsize } = await statfs(site.dataDir)
  const limits = { DISK_RESERVE_BYTES: String(blocks * bsize), MAX_UPLOAD_BYTES: String(1.5 * BYTES) }
  full = await createTestHoshi({ beside: site, environment: { ...limits } })
  creator = await createPerson(site.url, 'creator')
  cookie = await cookieOf(site.url, creator)
})

afterAll(async () => {
  await full?.close()
  await site?.close()
})

const uploadUrl = async (sizeBytes: number, { url } = site) => {
  const { pathname } = new URL((await createUpload(creator, sizeBytes)).uploadURL, url)
  return url + pathname
}
const piece = (url: string, more: Record<string, string> = {}): SentRequest => {
  const { 'Content-Length': _, ...headers } = patchHeaders(0, BYTES)
  return { url, method: 'PATCH', headers: { ...headers, ...more } }
}

const BOUNDARY = 'line-between-parts'
const formHeaders = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }

interface FormContents {
  fields?: Record<string, string>
  /** Name of the field with the file. */
  file?: string
  bytes?: number
}

/** A form with some fields, and a file in its last one. */
function fileBody({ fields = {}, file = 'file', bytes = BYTES }: FormContents = {}) {
  const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`)
  const start = `${part(file)}; filename="clip.mp4"\r\nContent-Type: video/mp4\r\n\r\n`
  return { start: [...texts, start].join(''), end: `\r\n--${BOUNDARY}--\r\n`, bytes }
}

/** The same as a browser without scripts sends it. */
function pageForm(
  path: string,
  fields: Record<string, string>,
  { at = site, ...contents }: { at?: TestHoshi; file?: string; bytes?: number } = {},
): SentRequest {
  const headers = { ...formHeaders, Cookie: cookie, Origin: at.url }
  return { url: `${at.url}${path}`, method: 'POST', headers, ...fileBody({ fields, ...contents }) }
}

const episode = { title: 'Snow', genre: 'Drama', asksNsfw: 'true', visibility: 'public' }

interface Refused {
  request: () => Promise<SentRequest>
  status: number
  code: RefusalCode
  /** The answer is a page with the sentence instead of a document with the code. */
  isPage?: boolean
}

const refusals: Record<string, Refused> = {
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
    request: async () => ({ url: await uploadUrl(1000), method: 'POST', headers: formHeaders }),
    status: 413,
    code: 'video.too_many_bytes',
  },
  'a piece that the disk has no space for': {
    request: async () => piece(await uploadUrl(BYTES, full)),
    status: 507,
    code: 'video.storage_full',
  },
  'a form that the disk has no space for': {
    request: async () => ({ url: await uploadUrl(BYTES, full), method: 'POST', headers: formHeaders, ...fileBody() }),
    status: 507,
    code: 'video.storage_full',
  },
  'a page form whose file is too long': {
    request: async () => pageForm('/upload', episode, { at: full, bytes: 2 * BYTES }),
    status: 413,
    code: 'video.too_many_bytes',
    isPage: true,
  },
  'a page form that the disk has no space for': {
    request: async () => pageForm('/upload', episode, { at: full }),
    status: 507,
    code: 'video.storage_full',
    isPage: true,
  },
  'a page form with a picture that is too large': {
    request: async () => pageForm('/settings', { section: 'picture' }, { file: 'avatar' }),
    status: 413,
    code: 'creators.avatar_too_large',
    isPage: true,
  },
  'a page form with a picture that is far too large': {
    request: async () => pageForm('/settings', { section: 'picture' }, { file: 'avatar', bytes: UNREAD_FORM_BYTES }),
    status: 413,
    code: 'creators.avatar_too_large',
    isPage: true,
  },
  'a page form that is too long, without a place for a file': {
    request: async () => pageForm('/login', { email: creator.email }),
    status: 413,
    code: 'request.too_large',
    isPage: true,
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

/** Pieces that tus-js-client does not send, because the HEAD before them is refused or completes the upload. */
const withoutPiece = [
  'a piece for an unknown upload',
  'a piece of an upload that is complete',
  'a piece of an upload that has expired',
]

interface Client {
  name: string
  send: (request: SentRequest) => Promise<Answer[]>
  /** Whether it can meet this refusal; each client can, unless given. */
  meets?: (what: string) => boolean
  isAbsent?: boolean
}

test.for<Client>([
  { name: 'fetch of Node 20', send: (request) => sendByFetch(NODE_20, request), isAbsent: !existsSync(NODE_20) },
  { name: 'fetch of this Node', send: (request) => sendByFetch(process.execPath, request) },
  { name: 'curl', send: sendByCurl },
  { name: 'tus-js-client', send: sendByTus, meets: (what) => /^a piece/.test(what) && !withoutPiece.includes(what) },
])('$name reads every time why it is refused', async ({ send, meets = () => true, isAbsent }, { skip }) => {
  skip(isAbsent === true, `there is no ${NODE_20}`)
  const met = Object.entries(refusals).filter(([what]) => meets(what))
  const read: Record<string, Record<string, number>> = {}
  for (const [what, { request, isPage, code }] of met) {
    const says = isPage ? messages[code] : `"code":"${code}"`
    const counts: Record<string, number> = {}
    for (const { status, body = '', error } of await send(await request())) {
      const answer = error ?? `${status} ${body.includes(says) ? code : body.slice(0, 500)}`
      counts[answer] = (counts[answer] ?? 0) + 1
    }
    read[what] = counts
  }
  const wanted = met.map(([what, { status, code }]) => [what, { [`${status} ${code}`]: TRIES }])
  expect(read).toEqual(Object.fromEntries(wanted))
})
