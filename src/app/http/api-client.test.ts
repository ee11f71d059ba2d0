import { afterEach, expect, test, vi } from 'vitest'
import { ApiProblem, callApi } from './api-client.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers every request with this JSON. @returns the requests so far */
function answerWith(status: number, json: unknown, headers: Record<string, string> = {}) {
  const sent: { path: string; method: string | undefined; body: unknown; type: string | null }[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body, headers: given }: RequestInit = {}) => {
    sent.push({ path, method, body, type: new Headers(given).get('content-type') })
    return Response.json(json, { status, headers })
  })
  return sent
}

test('a call fills in its path and its query', async () => {
  const sent = answerWith(200, {})
  await callApi('GET', '/videos/:uid', { param: { uid: 'a/b?c' }, query: { waitFor: 'measured', seconds: 20 } })
  await callApi('GET', '/me/episodes', {})
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/v1/videos/a%2Fb%3Fc?waitFor=measured&seconds=20',
    '/api/v1/me/episodes',
  ])
})

test('a body is sent as JSON, as a form or as the bytes of a file', async () => {
  const sent = answerWith(200, {})
  await callApi('POST', '/videos', { json: { name: 'boat.mp4', sizeBytes: 12 } })
  const form = new FormData()
  await callApi('POST', '/episodes/:id/subtitles', { param: { id: 'e' }, body: form })
  const picture = new Blob(['picture'], { type: 'image/png' })
  await callApi('PUT', '/videos/:uid/poster', { param: { uid: 'v' }, body: picture })
  expect(sent.map(({ method, body, type }) => [method, body, type])).toEqual([
    ['POST', '{"name":"boat.mp4","sizeBytes":12}', 'application/json'],
    ['POST', form, null],
    ['PUT', picture, 'image/png'],
  ])
})

test('a refusal is thrown with its code, its sentence, the field and when to try again', async () => {
  const detail = 'A video needs a name.'
  answerWith(422, { code: 'video.name_missing', detail, field: 'name' }, { 'Retry-After': '30' })
  const problem = await callApi('POST', '/videos', { json: { name: '', sizeBytes: 1 } }).catch((thrown) => thrown)
  expect(problem).toBeInstanceOf(ApiProblem)
  expect(problem).toMatchObject({
    status: 422,
    code: 'video.name_missing',
    detail,
    field: 'name',
    retryAfterSeconds: 30,
  })
})

test('a call that does not fit the description does not compile', () => {
  const calls = [
    // @ts-expect-error there is no such path
    () => callApi('GET', '/films', {}),
    // @ts-expect-error there is no such method
    () => callApi('PATCH', '/videos/:uid', { param: { uid: 'v' } }),
    // @ts-expect-error a parameter is missing
    () => callApi('GET', '/videos/:uid', {}),
    // @ts-expect-error a field is misspelt
    () => callApi('POST', '/videos', { json: { name: 'boat.mp4', sizeInBytes: 1 } }),
    // @ts-expect-error a value is none of those there are
    () => callApi('GET', '/videos/:uid', { param: { uid: 'v' }, query: { waitFor: 'tomorrow' } }),
    // @ts-expect-error an answer has no such field
    () => callApi('GET', '/videos/:uid', { param: { uid: 'v' } }).then(({ title }) => title),
  ]
  expect(calls).toHaveLength(6)
})
