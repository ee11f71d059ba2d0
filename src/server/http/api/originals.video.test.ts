import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '#tests/crash/tus.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let clip: Buffer
let path: string

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  creator = await createPerson(site.url, 'creator')
  const file = await makeClip(site.dataDir, { seconds: 1, width: 160, height: 90 })
  clip = await readFile(file)
  path = `/api/v1/videos/${await upload(creator, file)}/original`
})

afterAll(() => site?.close())

async function get(headers: Record<string, string> = {}) {
  const response = await creator.call('GET', path, undefined, headers)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, bytes }
}

test('the uploaded file comes back as it was sent, as a download that no cache stores', async () => {
  const { response, bytes } = await get()
  expect(response.status).toBe(200)
  expect(bytes.equals(clip)).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(clip.length),
    'content-disposition': `attachment; filename="clip"; filename*=UTF-8''clip`,
    'cache-control': 'private, no-store, no-transform',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['bytes=10-19', 10, 20],
  ['bytes=100-', 100, undefined],
  ['bytes=-7', -7, undefined],
])('a download goes on where it stopped: %s', async (range, start, end) => {
  const { response, bytes } = await get({ Range: range })
  expect(response.status).toBe(206)
  const part = clip.subarray(start, end)
  expect(bytes.equals(part)).toBe(true)
  expect(response.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${clip.length}$`))
})

test('HEAD has the length of the whole file, whatever the range', async () => {
  for (const range of ['bytes=10-19', `bytes=${clip.length}-`]) {
    const { status, headers } = await creator.call('HEAD', path, undefined, { Range: range })
    expect([status, headers.get('content-length')], range).toEqual([200, String(clip.length)])
    expect(headers.has('content-range'), range).toBe(false)
  }
})

test('a range past the end is refused with the size', async () => {
  const { response } = await get({ Range: `bytes=${clip.length}-` })
  expect(response.status).toBe(416)
  expect(response.headers.get('content-range')).toBe(`bytes */${clip.length}`)
})

test('nobody else gets it, and a file that never arrived is not there', async () => {
  const other = await createPerson(site.url, 'creator')
  expect((await other.call('GET', path)).status).toBe(404)
  expect((await createStranger(site.url).call('GET', path)).status).toBe(401)
  const created = await creator.call('POST', '/api/v1/videos', { name: 'later.mp4', sizeBytes: 10 })
  const { uid } = (await created.json()) as { uid: string }
  const missing = await creator.call('GET', `/api/v1/videos/${uid}/original`)
  expect(await missing.json()).toMatchObject({ status: 404, code: 'video.original_not_stored' })
})
