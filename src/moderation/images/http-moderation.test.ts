import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHttpModeration, type HttpModerationOptions } from './http-moderation.server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const scores = { Drawing: 0.7, Hentai: 0.1, Neutral: 0.1, Porn: 0.05, Sexy: 0.05 }
const picture = { bytes: new Uint8Array([0xff, 0xd8, 0xff, 0, 1, 2]), type: 'image/jpeg' }
const secret = 'a secret of the service'

/** Answers to the next requests; the last one repeats. */
let answers: Answer[]
let received: { method?: string; url?: string; headers: IncomingMessage['headers']; body: Buffer }[]
let server: ReturnType<typeof createServer>
let url: string

beforeEach(async () => {
  answers = [json(scores)]
  received = []
  server = createServer(async (request, response) => {
    const { method, url: path, headers } = request
    received.push({ method, url: path, headers, body: await buffer(request) })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/classify?key=1`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

function json(body: unknown): Answer {
  return text(JSON.stringify(body))
}

function text(body: string, status = 200, headers: Record<string, string> = {}): Answer {
  return (_, response) => void response.writeHead(status, headers).end(body)
}

function service(options: Partial<HttpModerationOptions> = {}) {
  const map = { Drawing: 'Drawing', Hentai: 'Hentai', Neutral: 'Neutral', Porn: 'Porn', Sexy: 'Sexy' }
  return createHttpModeration({ url, secret, timeoutMs: 60_000, map, pausesMs: [0, 0], ...options })
}

function classify(options: Partial<HttpModerationOptions> = {}, signal = new AbortController().signal) {
  return service(options).classify(picture, signal)
}

test('the bytes of a picture are sent with their type and the secret, and the answer is its scores', async () => {
  expect(await classify()).toEqual(scores)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    method: 'POST',
    url: '/classify?key=1',
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${secret}` },
    body: Buffer.from(picture.bytes),
  })
})

test('without a secret none is sent', async () => {
  await classify({ secret: null })
  expect(received[0]?.headers.authorization).toBeUndefined()
})

test('dotted paths say where the scores are', async () => {
  answers = [json({ result: [{ nudity: { raw: 0.25 } }, { partial: 1 }] })]
  expect(await classify({ map: { Porn: 'result.0.nudity.raw', Sexy: 'result.1.partial' } })).toEqual({
    Porn: 0.25,
    Sexy: 1,
  })
})

test.each<[string, Answer]>([
  ['more than 1', json({ ...scores, Porn: 1.01 })],
  ['less than 0', json({ ...scores, Porn: -0.01 })],
  ['text', json({ ...scores, Porn: '0.5' })],
  ['absent', json({ ...scores, Porn: undefined })],
  ['no object', json(null)],
  ['inherited', text('{"Drawing":0,"Hentai":0,"Neutral":0,"Sexy":0,"__proto__":{"Porn":0.5}}')],
])('a score that is %s is a failure, and is not asked for again', async (_, answer) => {
  answers = [answer]
  await expect(classify()).rejects.toMatchObject({ failure: 'out_of_range' })
  expect(received).toHaveLength(1)
})

test('an answer that is not JSON is a failure', async () => {
  answers = [text('<html>')]
  await expect(classify()).rejects.toMatchObject({ failure: 'not_json' })
})

test('an answer may have 64 KiB and no more', async () => {
  const pad = (bytes: number) => JSON.stringify(scores).padEnd(bytes, ' ')
  answers = [text(pad(64 * 1024)), text(pad(64 * 1024 + 1))]
  expect(await classify()).toEqual(scores)
  await expect(classify()).rejects.toMatchObject({ failure: 'too_large' })
})

test.each<[string, Answer]>([
  ['beginning', () => {}],
  ['end', (_, response) => void response.writeHead(200).write('{')],
])('an answer whose %s is late is a failure', async (_, answer) => {
  answers = [answer]
  await expect(classify({ timeoutMs: 50, pausesMs: [0] })).rejects.toMatchObject({ failure: 'late' })
})

test('an outage is survived by trying again', async () => {
  answers = [text('', 503), text('', 429), json(scores)]
  expect(await classify()).toEqual(scores)
  expect(received).toHaveLength(3)
})

test('a service that stays out of order is given up after the last attempt', async () => {
  answers = [text('', 500)]
  await expect(classify()).rejects.toMatchObject({ failure: 'refused', message: 'the service answered 500' })
  expect(received).toHaveLength(3)
})

test('a refusal is not tried again', async () => {
  answers = [text('', 401), json(scores)]
  await expect(classify()).rejects.toMatchObject({ failure: 'refused' })
  expect(received).toHaveLength(1)
})

test('a redirect is not followed: the secret goes to no other address', async () => {
  answers = [text('', 307, { Location: '/elsewhere' }), json(scores)]
  await expect(classify()).rejects.toMatchObject({ failure: 'refused' })
  expect(received).toHaveLength(1)
})

test('an unreachable service is a failure that names neither its address nor the secret', async () => {
  const nowhere = 'http://127.0.0.1:1/classify?key=hidden'
  const error: Error = await classify({ url: nowhere }).then(
    () => new Error('it answered'),
    (reason) => reason,
  )
  expect(error).toMatchObject({ failure: 'unreachable' })
  expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/hidden|127\.0\.0\.1|secret/)
})

test('a stopping process ends the request and the pauses', async () => {
  const stopping = new AbortController()
  answers = [() => stopping.abort(new Error('stopping'))]
  await expect(classify({}, stopping.signal)).rejects.toThrow('stopping')
  const pausing = new AbortController()
  answers = [
    (_, response) => {
      response.writeHead(503).end()
      response.once('close', () => pausing.abort(new Error('stopping')))
    },
  ]
  await expect(classify({ pausesMs: [3_600_000] }, pausing.signal)).rejects.toThrow()
})
