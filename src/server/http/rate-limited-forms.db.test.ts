import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { someBytes } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

// Forms of pages without scripts, sent by a creator with too many failed files.
let site: TestHoshi
let creator: Person
let id: string
const message = 'Too many of your files failed within an hour. Please check them and try again later.'

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
  id = (await publishEpisode(site, creator, { title: 'Rain' })).id
  const full = `insert into rate_limits (key, used, ends_at) values ($1, 20, now() + interval '1 hour')`
  await queryDatabase(site.connectionString, full, [`videos-failed:${creator.account.uid}`])
})

afterAll(() => site?.close())

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const answered = { asksNsfw: 'true', visibility: 'public' }
const videoFile = () => new File([new Uint8Array(someBytes(1000))], 'clip.mp4', { type: 'video/mp4' })

test.each([
  ['an upload', () => '/upload', () => formOf({ ...answered, title: 'Snow', genre: 'Drama', file: videoFile() })],
  ['a new file', () => `/dashboard/episodes/${id}/file?file`, () => formOf({ file: videoFile() })],
  ['another try', () => '/dashboard', () => formOf({ intent: 'retry', id })],
])('%s is refused with the message and a time to retry', async (_, path, form) => {
  const response = await creator.call('POST', path(), form())
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(await response.text()).toContain(message)
})
