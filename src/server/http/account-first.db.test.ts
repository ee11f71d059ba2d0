import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf, createPerson, type Person } from '#tests/support/person.ts'
import { openRaw, sendRaw } from '#tests/support/raw-http.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { askForAddress } from '#tests/support/tus.ts'

/** Of Node's own server; Hoshi replaces the first. */
const nodeLimits = { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 20 }
const BOUNDARY = 'line-between-parts'
const multipart = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }

let site: TestHoshi
let viewer: Person
let creator: Person
let cookies: { viewer: string; creator: string }

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' }, serverOptions: nodeLimits })
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

/** Sends the beginning of a body that never goes on, and waits for the answer. */
async function answerToHalf(
  call: string,
  { begun = 'x', headers = {}, cookie = '' }: { begun?: string; headers?: Record<string, string>; cookie?: string },
) {
  const [method = '', path = ''] = call.split(' ')
  const by: Record<string, string> = cookie === '' ? {} : { Cookie: cookie, Origin: site.url }
  const sending = openRaw(site.url + path, { method, headers: { ...headers, ...by } })
  sending.request.write(begun)
  const answer = await sending.answer
  sending.request.destroy()
  return answer
}

const json = { 'Content-Type': 'application/json', 'Content-Length': '50000' }
const image = { 'Content-Type': 'image/png', 'Content-Length': '5000000' }
const chunkedImage = { 'Content-Type': 'image/png', 'Transfer-Encoding': 'chunked' }
const form = { ...multipart, 'Content-Length': '5000000' }
const chunkedForm = { ...multipart, 'Transfer-Encoding': 'chunked' }

describe('half a body of somebody without an account', () => {
  test.each([
    ['PUT /api/v1/creators/me/avatar', image],
    ['PUT /api/v1/creators/me/avatar', chunkedImage],
    ['PUT /api/v1/videos/any/poster', image],
    ['PATCH /api/v1/creators/me', json],
    ['POST /api/v1/videos', json],
    ['POST /api/v1/episodes', { ...json, 'Content-Type': 'text/plain' }],
    ['PUT /api/v1/me/password', { ...json, 'Content-Length': '5000000' }],
  ])('is answered by 401 at once: %s', async (call, headers) => {
    const answer = await answerToHalf(call, { headers })
    expect([answer.status, answer.json().code]).toEqual([401, 'identity.sign_in_required'])
  })

  test.each([
    ['POST /settings', form, field('section', 'picture') + fileHead('avatar')],
    ['POST /settings', chunkedForm, field('section', 'picture') + fileHead('avatar')],
    ['POST /settings', form, 'x'],
    ['POST /dashboard', form, field('intent', 'uploaded-poster') + fileHead('poster')],
    ['POST /dashboard?edit=any&file', { ...form, 'Content-Length': '500000000' }, fileHead('file')],
    ['POST /upload', { ...form, 'Content-Length': '500000000' }, field('title', 'Kept words') + fileHead('file')],
  ])('is answered by 401 at once, in words: %s', async (call, headers, begun) => {
    const answer = await answerToHalf(call, { headers, begun })
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('You must be logged in.')
  })

  test('gives back what was typed before the film', async () => {
    const begun = field('title', 'Kept words') + field('genre', 'Drama') + fileHead('file')
    const { text } = await answerToHalf('POST /upload', { headers: { ...form, 'Content-Length': '500000000' }, begun })
    expect(text).toContain('value="Kept words"')
  })
})

describe('half a body of somebody who may not', () => {
  test('send a picture or a film is answered by 403 at once', async () => {
    const { viewer: cookie } = cookies
    const avatar = await answerToHalf('PUT /api/v1/creators/me/avatar', { headers: image, cookie })
    expect([avatar.status, avatar.json().code]).toEqual([403, 'creators.creators_only'])
    const begun = field('section', 'picture') + fileHead('avatar')
    expect((await answerToHalf('POST /settings', { headers: form, begun, cookie })).status).toBe(403)
    const film = await answerToHalf('POST /upload', { headers: form, begun: fileHead('file'), cookie })
    expect([film.status, film.text.includes('Only creators can upload content.')]).toEqual([403, true])
  })

  test('change somebody else’s video is answered by 404 at once', async () => {
    const { uid } = await askForAddress(creator, 1000)
    const other = await cookieOf(site.url, await createPerson(site.url, 'creator'))
    const answer = await answerToHalf(`PUT /api/v1/videos/${uid}/poster`, { headers: image, cookie: other })
    expect([answer.status, answer.json().code]).toEqual([404, 'video.not_found'])
  })
})

describe('a body', () => {
  test('in chunks is counted as it comes, on screens too', async () => {
    const words = 'x'.repeat(70_000)
    const login = openRaw(`${site.url}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' },
    })
    login.request.end(`email=${words}`)
    expect((await login.answer).status).toBe(413)
    const picture = openRaw(`${site.url}/api/v1/creators/me/avatar`, {
      method: 'PUT',
      headers: { ...chunkedImage, Cookie: cookies.creator, Origin: site.url },
    })
    picture.request.end(Buffer.alloc(5 * 1024 ** 2 + 1))
    expect((await picture.answer).status).toBe(413)
  })

  test('that is no form is refused and not a fault', async () => {
    const answer = await sendRaw(`${site.url}/login`, { method: 'POST', headers: multipart, body: 'no parts' })
    expect(answer.status).toBe(400)
  })

  test('a fifth picture of one person on its way is refused, in words; the next person’s is taken', async () => {
    const headers = { ...image, Cookie: cookies.creator, Origin: site.url }
    const sending = Array.from({ length: 5 }, () =>
      openRaw(`${site.url}/api/v1/creators/me/avatar`, { method: 'PUT', headers }),
    )
    for (const { request } of sending) request.write('half')
    const refused = await Promise.race(sending.map(({ answer }) => answer))
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
    for (const { request } of sending) request.destroy()
    const send = () =>
      creator.call('PUT', '/api/v1/creators/me/avatar', new Uint8Array(9), { 'Content-Type': 'image/png' })
    await expect.poll(async () => (await send()).status).toBe(415)
  })

  test('of an upload form may take longer than Node gives a request', async () => {
    const film = Buffer.alloc(1000)
    const whole = Buffer.concat([Buffer.from(field('title', 'Slow') + fileHead('file')), film, Buffer.from(end)])
    const sending = openRaw(`${site.url}/upload`, {
      method: 'POST',
      headers: { ...multipart, 'Content-Length': String(whole.length), Cookie: cookies.creator, Origin: site.url },
    })
    sending.request.write(whole.subarray(0, 400))
    await nodesPatienceIsOver()
    sending.request.end(whole.subarray(400))
    // It was read to its end, and then refused for what it lacks.
    expect((await sending.answer).text).toContain('Please enter a genre.')
  })
})

/** A server that keeps Node's limits has cut off a request that began later. */
async function nodesPatienceIsOver(): Promise<void> {
  const plain = createServer(nodeLimits, (request) => request.resume())
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const { port } = plain.address() as AddressInfo
  const half = openRaw(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'Content-Length': '1000' } })
  half.request.write('half')
  expect((await half.answer).status).toBe(408)
  plain.close()
}
