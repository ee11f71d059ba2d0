import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { canMount, mountSmallDisk } from '#tests/support/data/small-disk.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload, patch, someBytes } from '#tests/support/http/tus.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
const lines: LogEntry[] = []
const originals = (uid = '') => join(site.dataDir, 'files/originals', uid)

beforeAll(async () => {
  site = await createTestHoshi({ log: createMemoryLog(lines) })
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site?.close())
beforeEach(() => void lines.splice(0))

/** The request ids of logged faults, each with the system's code for its cause. */
const loggedFaults = () =>
  lines.filter(({ level }) => level === 'error').map(({ details }) => [details.requestId, codeOf(details.err)])

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return null
  return 'code' in error ? error.code : codeOf(error.cause)
}

/** Puts something else in the place of a folder of the data, and restores it afterwards. */
async function withInPlaceOf<Result>(
  folder: string,
  place: () => Promise<unknown>,
  use: () => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true })
  await rename(folder, join(site.dataDir, 'away'))
  await place()
  const result = await use()
  await rm(folder, { recursive: true })
  await rename(join(site.dataDir, 'away'), folder)
  return result
}

/** Puts a small disk in the place of a folder of the data. */
function withDiskInPlaceOf<Result>(
  folder: string,
  disk: { bytes: number; mode?: 'rw' | 'ro' },
  use: () => Promise<Result>,
): Promise<Result> {
  let unmount = async () => {}
  const place = async () => {
    unmount = await mountSmallDisk(folder, disk.bytes, disk.mode)
  }
  return withInPlaceOf(folder, place, () => use().finally(() => unmount()))
}

const outcomeOf = ({ status, headers }: Response) => [status, headers.get('retry-after')]

const videos = () => queryDatabase(site.connectionString, 'select uid, state from videos order by uid')

const requestUpload = () => creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 1000 })

function sendUploadForm(path = '/upload', bytes = someBytes(1000)): Promise<Response> {
  const form = new FormData()
  const fields = { title: 'Snow', genre: 'Drama', asksNsfw: 'true', visibility: 'public' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([bytes], 'clip.mp4', { type: 'video/mp4' }))
  return creator.call('POST', path, form)
}

const sendAvatar = () =>
  creator.call('PUT', '/api/v1/creators/me/avatar', someBytes(1000), { 'Content-Type': 'image/png' })

test('a disk that fills up during an upload is reported, and the upload continues once there is space', async () => {
  const bytes = someBytes(300_000)
  const upload = await createUpload(creator, bytes.length)
  await rm(originals(upload.uid))
  await symlink('/dev/full', originals(upload.uid))
  const patched = await patch(upload.uploadURL, 0, bytes)
  expect([patched.status, patched.json()]).toMatchObject([507, { code: 'video.storage_full' }])
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'clip.mp4'))
  const response = await fetch(upload.uploadURL, { method: 'POST', body: form })
  expect([response.status, await response.json()]).toMatchObject([507, { code: 'video.storage_full' }])
  expect(loggedFaults()).toEqual([
    [patched.headers['x-request-id'], 'ENOSPC'],
    [response.headers.get('x-request-id'), 'ENOSPC'],
  ])

  await rm(originals(upload.uid))
  await writeFile(originals(upload.uid), '')
  expect((await patch(upload.uploadURL, 0, bytes)).status).toBe(204)
  expect((await readFile(originals(upload.uid))).equals(bytes)).toBe(true)
})

test('an unwritable folder is an outage with its cause in the log, and uses no quota', async () => {
  const pending = async () =>
    (await queryDatabase(site.connectionString, `select uid from videos where state = 'pendingupload'`)).length
  const before = await pending()
  // Not even root can create a file there.
  const unwritable = () => symlink('/sys/kernel', originals())
  const responses = await withInPlaceOf(originals(), unwritable, async () => [
    await requestUpload(),
    await sendUploadForm(),
  ])
  expect(responses.map(outcomeOf)).toEqual([
    [503, '5'],
    [503, '5'],
  ])
  expect(loggedFaults()).toEqual(responses.map(({ headers }) => [headers.get('x-request-id'), 'EACCES']))
  const [document, page] = responses
  expect(await document?.json()).toMatchObject({ code: 'outage' })
  expect(await page?.text()).toContain('Something went wrong')
  expect(await pending()).toBe(before)
  expect((await createUpload(creator, 1000)).uid).not.toBe('')
})

test('so is a folder for pictures', async () => {
  const scratch = join(site.dataDir, 'scratch')
  const refused = await withInPlaceOf(scratch, () => symlink('/sys/kernel', scratch), sendAvatar)
  expect(outcomeOf(refused)).toEqual([503, '5'])
  expect(loggedFaults()).toEqual([[refused.headers.get('x-request-id'), 'EACCES']])
  expect((await sendAvatar()).status).toBe(415)
})

test.runIf(await canMount())('so is a disk that can only be read', async () => {
  const responses = await withDiskInPlaceOf(originals(), { bytes: 2 ** 20, mode: 'ro' }, async () => [
    await requestUpload(),
    await sendUploadForm(),
  ])
  expect(responses.map(outcomeOf)).toEqual([
    [503, '5'],
    [503, '5'],
  ])
  expect(loggedFaults()).toEqual(responses.map(({ headers }) => [headers.get('x-request-id'), 'EROFS']))
})

test.runIf(await canMount())('a page’s form whose file fills the disk says so, and uses no quota', async () => {
  const { id } = await publishEpisode(site, creator)
  const before = await videos()
  const large = someBytes(1_000_000)
  const responses = await withDiskInPlaceOf(originals(), { bytes: 2 ** 16 }, async () => [
    await sendUploadForm('/upload', large),
    await sendUploadForm(`/dashboard/episodes/${id}/file?file`, large),
  ])
  expect(responses.map(outcomeOf)).toEqual([
    [507, null],
    [507, null],
  ])
  const pages = await Promise.all(responses.map((response) => response.text()))
  const sentence = 'The server is out of storage space. Please try again later.'
  expect(pages.map((page) => page.includes(sentence))).toEqual([true, true])
  // The typed title is kept.
  expect(pages[0]).toContain('value="Snow"')
  expect(loggedFaults()).toEqual(responses.map(({ headers }) => [headers.get('x-request-id'), 'ENOSPC']))
  expect(await videos()).toEqual(before)
})

test.runIf(await canMount())('a page’s form whose picture fills the disk says so beside the picture', async () => {
  const { id } = await publishEpisode(site, creator)
  const send = (path: string, name: string, fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.set(key, value)
    form.set(name, new File([someBytes(1_000_000)], 'picture.png', { type: 'image/png' }))
    return creator.call('POST', path, form)
  }
  const series = await (await creator.call('POST', '/api/v1/series', { title: 'The Vega Line' })).json()
  const responses = await withDiskInPlaceOf(join(site.dataDir, 'scratch'), { bytes: 2 ** 16 }, async () => [
    await send('/settings', 'avatar', { section: 'picture' }),
    await send(`/dashboard/episodes/${id}/thumbnail`, 'poster', { intent: 'uploaded-poster', id }),
    await send(`/series/${series.id}/picture`, 'poster'),
  ])
  expect(responses.map(({ status }) => status)).toEqual([507, 507, 302])
  expect(loggedFaults()).toEqual(responses.map(({ headers }) => [headers.get('x-request-id'), 'ENOSPC']))
  responses.push(await creator.call('GET', responses.pop()?.headers.get('location') ?? ''))
  const pages = await Promise.all(responses.map((response) => response.text()))
  const sentence = 'The server is out of storage space. Please try again later.'
  expect(pages.map((page) => page.includes(sentence))).toEqual([true, true, true])
  const invalidInputs = pages.map((page) => page.match(/<input[^>]*aria-invalid="true"[^>]*>/g)?.join() ?? '')
  // The section of a series' picture shows its message below the heading.
  expect(invalidInputs.map((input) => /name="(\w+)"/.exec(input)?.[1])).toEqual(['avatar', 'poster', undefined])
  expect(pages[2]).toMatch(/>Cover<\/h2><p class="message"/)
})
