import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf, createPerson, type Person } from '#tests/support/http/person.ts'
import { openRaw, sendRaw } from '#tests/support/http/raw-http.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** Limits of Node's own server; Hoshi replaces the first. */
const nodeLimits = { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 20 }
const BOUNDARY = 'line-between-parts'
const multipart = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }

let site: TestHoshi
let viewer: Person
let creator: Person
let cookies: { viewer: string; creator: string }

beforeAll(async () => {
  site = await createTestHoshi({ serverOptions: nodeLimits })
  viewer = await createPerson(site.url, 'viewer')
  creator = await createPerson(site.url, 'creator')
  cookies = { viewer: await cookieOf(site.url, viewer), creator: await cookieOf(site.url, creator) }
})

afterAll(() => site?.close())

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = (name: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\nfirst bytes`
const end = `\r\n--${BOUNDARY}--\r\n`

/** Sends the beginning of a body that never continues, and waits for the response. */
async function sendPartialBody(
  call: string,
  { start = 'x', headers = {}, cookie = '' }: { start?: string; headers?: Record<string, string>; cookie?: string },
) {
  const [method = '', path = ''] = call.split(' ')
  const cookieHeaders: Record<string, string> = cookie === '' ? {} : { Cookie: cookie, Origin: site.url }
  const upload = openRaw(site.url + path, { method, headers: { ...headers, ...cookieHeaders } })
  upload.request.write(start)
  const response = await upload.response
  upload.request.destroy()
  return response
}

const json = { 'Content-Type': 'application/json', 'Content-Length': '50000' }
const image = { 'Content-Type': 'image/png', 'Content-Length': '5000000' }
const chunkedImage = { 'Content-Type': 'image/png', 'Transfer-Encoding': 'chunked' }
const form = { ...multipart, 'Content-Length': '5000000' }
const chunkedForm = { ...multipart, 'Transfer-Encoding': 'chunked' }

describe('a partial body from a person without an account', () => {
  test.each([
    ['PUT /api/v1/creators/me/avatar', image],
    ['PUT /api/v1/creators/me/avatar', chunkedImage],
    ['PUT /api/v1/videos/any/poster', image],
    ['POST /api/v1/me/import', { 'Content-Type': 'application/x-tar', 'Content-Length': '5000000' }],
    ['PATCH /api/v1/creators/me', json],
    ['POST /api/v1/videos', json],
    ['POST /api/v1/episodes', { ...json, 'Content-Type': 'text/plain' }],
    ['PUT /api/v1/me/password', { ...json, 'Content-Length': '5000000' }],
  ])('gets 401 immediately: %s', async (call, headers) => {
    const response = await sendPartialBody(call, { headers })
    expect([response.status, response.json().code]).toEqual([401, 'identity.sign_in_required'])
  })

  test.each([
    ['POST /settings', form, field('section', 'picture') + fileHead('avatar')],
    ['POST /settings', chunkedForm, field('section', 'picture') + fileHead('avatar')],
    ['POST /settings', form, 'x'],
    ['POST /dashboard/episodes/any/thumbnail', form, field('intent', 'uploaded-poster') + fileHead('poster')],
    ['POST /dashboard/episodes/any/file?file', { ...form, 'Content-Length': '500000000' }, fileHead('file')],
    ['POST /upload', { ...form, 'Content-Length': '500000000' }, field('title', 'Kept words') + fileHead('file')],
  ])('gets 401 immediately, with a message: %s', async (call, headers, start) => {
    const response = await sendPartialBody(call, { headers, start })
    expect(response.status).toBe(401)
    expect(response.text).toContain('You must be logged in.')
  })

  test.each([
    ['POST /creator/any/follow?next=/watch/one', '/watch/one'],
    ['POST /library?next=/watch/one', '/watch/one'],
    ['POST /library', '/library'],
    ['POST /notifications', '/notifications'],
    ['POST /settings/import', '/settings/data#import'],
    ['POST /dashboard/credits', '/dashboard/credits'],
  ])('leads to the login immediately where no text would be lost: %s', async (call, next) => {
    const response = await sendPartialBody(call, { headers: chunkedForm, start: field('intent', 'keep') })
    expect(response.status).toBe(302)
    expect(decodeURIComponent(response.headers.location ?? '')).toBe(`/login?next=${next}`)
  })

  test('returns the fields that were sent before the video', async () => {
    const start = field('title', 'Kept words') + field('genre', 'Drama') + fileHead('file')
    const { text } = await sendPartialBody('POST /upload', {
      headers: { ...form, 'Content-Length': '500000000' },
      start,
    })
    expect(text).toContain('value="Kept words"')
  })
})

describe('a partial body from a person who may not', () => {
  test('send an image or a video gets 403 immediately', async () => {
    const { viewer: cookie } = cookies
    const avatar = await sendPartialBody('PUT /api/v1/creators/me/avatar', { headers: image, cookie })
    expect([avatar.status, avatar.json().code]).toEqual([403, 'creators.creators_only'])
    const start = field('section', 'picture') + fileHead('avatar')
    expect((await sendPartialBody('POST /settings', { headers: form, start, cookie })).status).toBe(403)
    const video = await sendPartialBody('POST /upload', { headers: form, start: fileHead('file'), cookie })
    expect([video.status, video.text.includes('Only creators can upload content.')]).toEqual([403, true])
  })

  test('change another person’s video gets 404 immediately', async () => {
    const { uid } = await createUpload(creator, 1000)
    const other = await cookieOf(site.url, await createPerson(site.url, 'creator'))
    const response = await sendPartialBody(`PUT /api/v1/videos/${uid}/poster`, { headers: image, cookie: other })
    expect([response.status, response.json().code]).toEqual([404, 'video.not_found'])
  })
})

describe('a body', () => {
  test('in chunks is counted as it arrives, on screens too', async () => {
    const longText = 'x'.repeat(70_000)
    const login = openRaw(`${site.url}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' },
    })
    login.request.end(`email=${longText}`)
    expect((await login.response).status).toBe(413)
    const avatarUpload = openRaw(`${site.url}/api/v1/creators/me/avatar`, {
      method: 'PUT',
      headers: { ...chunkedImage, Cookie: cookies.creator, Origin: site.url },
    })
    avatarUpload.request.end(Buffer.alloc(5 * 1024 ** 2 + 1))
    expect((await avatarUpload.response).status).toBe(413)
  })

  test('that is not a form is refused, and is not a fault', async () => {
    const response = await sendRaw(`${site.url}/login`, { method: 'POST', headers: multipart, body: 'no parts' })
    expect(response.status).toBe(400)
  })

  test('a fifth concurrent image of one person is refused as busy; another person’s is accepted', async () => {
    const headers = { ...image, Cookie: cookies.creator, Origin: site.url }
    const upload = Array.from({ length: 5 }, () =>
      openRaw(`${site.url}/api/v1/creators/me/avatar`, { method: 'PUT', headers }),
    )
    for (const { request } of upload) request.write('half')
    const refused = await Promise.race(upload.map(({ response }) => response))
    expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.text).code]).toEqual([
      503,
      '5',
      'request.busy',
    ])
    const next = await createPerson(site.url, 'creator')
    const taken = await next.call('PUT', '/api/v1/creators/me/avatar', new Uint8Array(9), {
      'Content-Type': 'image/png',
    })
    expect(taken.status).toBe(415)
    for (const { request } of upload) request.destroy()
    const send = () =>
      creator.call('PUT', '/api/v1/creators/me/avatar', new Uint8Array(9), { 'Content-Type': 'image/png' })
    await expect.poll(async () => (await send()).status).toBe(415)
  })

  test('of an upload form may take longer than Node’s limit for a request', async () => {
    const video = Buffer.alloc(1000)
    const fields = field('title', 'Slow') + field('asksNsfw', 'true') + field('visibility', 'public')
    const complete = Buffer.concat([Buffer.from(fields + fileHead('file')), video, Buffer.from(end)])
    const upload = openRaw(`${site.url}/upload`, {
      method: 'POST',
      headers: { ...multipart, 'Content-Length': String(complete.length), Cookie: cookies.creator, Origin: site.url },
    })
    upload.request.write(complete.subarray(0, 400))
    await waitForNodeTimeout()
    upload.request.end(complete.subarray(400))
    // It was read to its end, and then refused because a field is empty.
    expect((await upload.response).text).toContain('Please enter a genre.')
  })
})

/** Waits until a server with Node's limits has cut off a request that began later. */
async function waitForNodeTimeout(): Promise<void> {
  const nodeServer = createServer(nodeLimits, (request) => request.resume())
  nodeServer.listen(0, '127.0.0.1')
  await once(nodeServer, 'listening')
  const { port } = nodeServer.address() as AddressInfo
  const partial = openRaw(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'Content-Length': '1000' } })
  partial.request.write('half')
  expect((await partial.response).status).toBe(408)
  nodeServer.close()
}
